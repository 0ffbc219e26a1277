/**
 * Letters of any script with their marks, and what stands between them in names, which are apostrophes, dots and
 * hyphens of several scripts; no digits, no emoji. Escaped, since V8 holds a whole bundle with two bytes a character
 * when one needs them.
 */
const nameCharacters = /^[\p{L}\p{M}\p{Zs}'\u2019\u2018\u02bc`\u00b4.\u00b7\u2027\u30fb\u2010\u2011-]+$/u;

export function isName(name: string): boolean {
  return nameCharacters.test(name) && /\p{L}/u.test(name) && !holdsHost(name);
}

/**
 * Texts that mail programs make a link of: a letter, a full stop, and at once two letters or more. Abbreviations have a
 * space after the full stop, or one letter ("J.R.R. Tolkien", "Dr. med. Ng", "St. John"), and initials are capitals
 * ("J.Smith").
 */
function holdsHost(name: string): boolean {
  // As mail programs read wide letters and full stops, and past signs that nobody sees.
  const read = name.normalize("NFKC").replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, "");
  const words = read.split(/\p{Zs}+/u).filter((word) => !/^(?:\p{Lu}\.)+\p{Lu}\p{Ll}{2,}$/u.test(word));
  return words.some((word) => /\p{L}\.\p{L}{2}|www\./iu.test(word));
}

/** The HTML standard's rule for an e-mail address (HTML, section 4.10.5.1.5). */
const addressRule =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/**
 * The HTML standard's rule, for a domain that can be one: acq refuses any other as well. 254 characters are the most
 * that mail carries.
 */
export function isEmailAddress(address: string): boolean {
  if (address.length > 254) return false;
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  if (at < 0 || !isDomain(domain)) return false;
  const isAscii = /^[\x20-\x7e]*$/.test(domain);
  return addressRule.test(
    `${address.slice(0, at)}@${isAscii ? domain : new URL(`http://${domain}`).hostname}`,
  );
}

/** Whether a domain is a valid one in its ASCII form (UTS #46), and no IPv4 address (URL, section 3.5). */
function isDomain(domain: string): boolean {
  if (/[/?#:@\\\s]/.test(domain) || !URL.canParse(`http://${domain}`)) return false;
  return !/(?:^|\.)\d+$/.test(new URL(`http://${domain}`).hostname);
}

/** An ISO 8601 date that a living person can be born on. */
export function isBirthday(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const time = Date.parse(date);
  return (
    !Number.isNaN(time) &&
    time < Date.now() &&
    date >= "1900-01-01" &&
    new Date(time).toISOString().startsWith(date)
  );
}

/** A day as it is written in our languages, day before month, as ISO 8601 has it; any other text as it is. */
export function isoDate(text: string): string {
  const [, day, month, year] = /^(\d{1,2})[./-] ?(\d{1,2})[./-] ?(\d{4})$/.exec(text) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text;
}

/** Unicode's NFC, which takes time by the square of a row of marks (UAX 15, section 9). */
export function compose(text: string): string {
  return text.length > 1000 ? text : text.normalize("NFC");
}
