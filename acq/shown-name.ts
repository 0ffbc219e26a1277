const MAXIMUM_LENGTH = 30;
const MAXIMUM_WORDS = 4;

/** Letters and the marks between them in names. No digits: mail programs make links of telephone numbers. */
const PLAIN = /^[\p{L} .'\u2019\u2018\u02bc`\u00b7\u2027\u30fb\u2010-]+$/u;

/**
 * Returns a name if it may stand in somebody else's mail or page. Anybody can register a stranger's address under any
 * name, so a name that a mail program would link (`X.Com`), or that is long enough for a message, is left out.
 */
export function shownName(name: string | null): string | null {
  if (name === null || Array.from(name).length > MAXIMUM_LENGTH) return null;
  // As mail programs read it: wide characters, other full stops, and past characters that nobody sees.
  const read = name
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, "")
    .replaceAll("\u3002", ".");
  const isShort = read.trim().split(/ +/).length <= MAXIMUM_WORDS;
  // One letter after a full stop is an initial ("J.R."), more may be a domain.
  return isShort && PLAIN.test(read) && !/\.\p{L}{2}|www\./iu.test(read) ? name : null;
}
