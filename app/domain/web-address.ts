/**
 * A web address out of a text that anybody may have sent, undefined for any other text. `URL.canParse` is no safe
 * question before `new URL`: Node 20's, once it is compiled, reads a text of Latin-1 characters as UTF-8 and answers
 * otherwise.
 */
export function webAddress(text: string, base?: string): URL | undefined {
  // Most visitors send none, and an error takes longer than an address.
  if (text === "" && base === undefined) return undefined;
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
