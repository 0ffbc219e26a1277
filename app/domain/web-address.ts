/**
 * Parses a web address from untrusted text; undefined for any other text. `URL.canParse` before `new URL` is not safe:
 * Node 20's compiled version reads a Latin-1 text as UTF-8 and returns a different result.
 */
export function webAddress(text: string, base?: string): URL | undefined {
  // Skips an empty text, because a failed parse is slow and most visitors send no such header.
  if (text === "" && base === undefined) return undefined;
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
