/**
 * Parses a URL from untrusted text; undefined if the text is no valid URL. Do not call `URL.canParse` before `new URL`:
 * in Node 20, optimized `URL.canParse` misreads Latin-1 text as UTF-8, so the two can disagree.
 */
export function parseWebUrl(text: string, base?: string): URL | undefined {
  // The text is often empty, because most visitors do not send the parsed header. Returning early avoids a failed
  // parse, which is slow.
  if (text === "" && base === undefined) return undefined;
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
