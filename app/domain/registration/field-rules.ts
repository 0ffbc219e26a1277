import { parseWebUrl } from "~/utils/web-address";

/**
 * The maximum length of a text that is normalized, in UTF-16 code units. Normalizing a long sequence of combining marks
 * takes quadratic time (UAX 15, section 9).
 */
const maxNormalizedLength = 1000;

/**
 * Matches invisible characters: zero-width space, direction marks, soft hyphen, variation selectors and similar.
 * Joiners (U+200C, U+200D) are not included.
 */
const invisibleCharacterPattern = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;
/** Scripts that use joiners within words, from Arabic to Khmer. */
const joinerScriptPattern = /^[\u0600-\u1aff\ufb50-\ufefc]/;

/** Removes invisible characters, except joiners between letters of a script that needs them. */
function removeInvisibleCharacters(text: string): string {
  return text
    .replace(invisibleCharacterPattern, "")
    .replace(/[\u200c\u200d]+/g, (joiners: string, offset: number, fullText: string) =>
      joinerScriptPattern.test(fullText.charAt(offset - 1)) &&
      joinerScriptPattern.test(fullText.charAt(offset + joiners.length))
        ? joiners.charAt(0)
        : "",
    );
}

/** Normalizes a person's name for sending to acq: Unicode's form NFC, without invisible characters. */
export function normalizeName(text: string): string {
  return text.length > maxNormalizedLength ? text : removeInvisibleCharacters(text).normalize("NFC").trim();
}

/**
 * Normalizes an e-mail address for sending to acq: removes invisible characters, and replaces wide characters with
 * ordinary ones.
 */
export function normalizeEmail(text: string): string {
  if (text.length > maxNormalizedLength) return text;
  return removeInvisibleCharacters(text).normalize("NFKC").replaceAll("\u3002", ".").trim();
}

/**
 * Matches a text of letters of any script, and the spaces, apostrophes, dots and hyphens in names; no digits, no emoji.
 * Non-Latin characters are escaped here: one of them would make V8 store the whole bundle with two bytes a character.
 */
const namePattern =
  /^[\u200d\u200c\p{L}\p{M}\p{Zs}'\u2019\u2018\u02bc`\u00b4.\u00b7\u2027\u30fb\u2010\u2011-]+$/u;

export function isName(name: string): boolean {
  return namePattern.test(name) && /\p{L}/u.test(name) && !containsWebAddress(name);
}

/**
 * Returns true for a text that mail programs turn into a link: a letter, a full stop, and two letters or more.
 * Abbreviations with a space ("Dr. med. Ng") and initials ("J.R.R. Tolkien") do not match.
 */
function containsWebAddress(name: string): boolean {
  // Replaces wide letters and full stops, and removes invisible characters, because mail programs also detect such
  // links.
  const normalizedName = name.normalize("NFKC").replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, "");
  const nameWords = normalizedName
    .split(/\p{Zs}+/u)
    .filter((word) => !/^(?:\p{Lu}\.)+\p{Lu}\p{Ll}{2,}$/u.test(word));
  return nameWords.some((word) => /\p{L}\.\p{L}{2}|www\./iu.test(word));
}

/** The HTML standard's rule for an e-mail address (HTML, section 4.10.5.1.5). */
const emailAddressPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/**
 * Returns true for an address of at most 254 characters that follows the HTML standard's rule and has a possible
 * domain. acq refuses all other addresses.
 */
export function isEmailAddress(email: string): boolean {
  if (email.length > 254) return false;
  const atIndex = email.lastIndexOf("@");
  const domain = email.slice(atIndex + 1);
  if (atIndex < 0 || !isDomain(domain)) return false;
  const isAscii = /^[\x20-\x7e]*$/.test(domain);
  return emailAddressPattern.test(
    `${email.slice(0, atIndex)}@${isAscii ? domain : new URL(`http://${domain}`).hostname}`,
  );
}

/** Returns true if a text is an e-mail address once it is normalized. */
export function isTypedEmailAddress(text: string): boolean {
  return isEmailAddress(normalizeEmail(text));
}

/** Returns true for a domain that is valid in its ASCII form (UTS #46) and not an IPv4 address (URL, section 3.5). */
function isDomain(domain: string): boolean {
  // acq refuses control characters and percent signs. They are refused here too, because the URL parser below would
  // drop or decode them.
  if (/[/?#:@%\\\s\p{Cc}]/u.test(domain)) return false;
  const domainUrl = parseWebUrl(`http://${domain}`);
  return domainUrl !== undefined && !/(?:^|\.)\d+$/.test(domainUrl.hostname);
}

/** Returns true for an ISO 8601 date on which a living person can be born. */
export function isValidBirthDate(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const timestampMs = Date.parse(date);
  return (
    !Number.isNaN(timestampMs) &&
    timestampMs < Date.now() &&
    date >= "1900-01-01" &&
    new Date(timestampMs).toISOString().startsWith(date)
  );
}

/**
 * Converts a date such as 31.12.1990 or 31/12/1990 (day, month, year) to ISO 8601. Any other text is returned
 * unchanged.
 */
export function toIsoDate(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[./-] ?(\d{1,2})[./-] ?(\d{4})$/.exec(text) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text;
}
