const maxDisplayNameLength = 30;
const maxDisplayNameWords = 4;

/**
 * Letters, and the punctuation that names contain. Digits are excluded, because mail programs turn telephone numbers
 * into links.
 */
const plainNamePattern = /^[\p{L} .'\u2019\u2018\u02bc`\u00b7\u2027\u30fb\u2010-]+$/u;

/**
 * Returns a name if it is safe in other people's e-mails and pages; otherwise null. Visitors can register other
 * people's addresses under any name. So a name must not become a link (`X.Com`) or be long enough for a message.
 */
export function toDisplayName(name: string | null): string | null {
  if (name === null || Array.from(name).length > maxDisplayNameLength) return null;
  // Mail programs also detect links with wide letters or ideographic full stops, and ignore invisible characters.
  const normalizedName = name
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, "")
    .replaceAll("\u3002", ".");
  const hasAllowedWordCount = normalizedName.trim().split(/ +/).length <= maxDisplayNameWords;
  // Rejects a full stop before several letters, which may be a domain. One letter after a full stop is an initial
  // ("J.R.").
  return hasAllowedWordCount &&
    plainNamePattern.test(normalizedName) &&
    !/\.\p{L}{2}|www\./iu.test(normalizedName)
    ? name
    : null;
}
