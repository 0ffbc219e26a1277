/**
 * Parses a URL from untrusted text; undefined if it is invalid. Do not call `URL.canParse` before `new URL`. In Node
 * 20, optimized `URL.canParse` misreads Latin-1 text as UTF-8, so the two can disagree.
 */
export function parseWebUrl(text: string, base?: string): URL | undefined {
  // The parsed text is often a header that most visitors do not send. Returning early avoids a failed parse, which is
  // slow.
  if (text === "" && base === undefined) return undefined;
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
