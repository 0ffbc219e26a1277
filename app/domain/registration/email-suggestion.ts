import { distance } from "fastest-levenshtein";
import { normalizeEmail, isEmailAddress } from "./field-rules";

/**
 * Common mail domains in the countries where visitors can register. A domain that differs slightly from one of these is
 * probably a typing error.
 */
const knownDomains = [
  "gmail.com",
  "googlemail.com",
  "outlook.com",
  "hotmail.com",
  "icloud.com",
  "yahoo.com",
  "gmx.de",
  "gmx.net",
  "gmx.at",
  "web.de",
  "t-online.de",
  "freenet.de",
  "orange.fr",
  "laposte.net",
  "wanadoo.fr",
  "free.fr",
  "libero.it",
  "virgilio.it",
  "ziggo.nl",
  "kpnmail.nl",
  "wp.pl",
  "onet.pl",
  "interia.pl",
  "telia.com",
  "bluewin.ch",
];

/**
 * Existing mail domains that differ only slightly from the common ones. Such a domain does not count as a typing error.
 */
const similarRealDomains = [
  "mail.com",
  "email.com",
  "ymail.com",
  "yahoo.ca",
  "hotmail.ca",
  "hotmail.ch",
  "outlook.ch",
  "outlook.cz",
  "orange.be",
  "orange.pl",
  "wanadoo.nl",
  "op.pl",
  "interia.eu",
];

/**
 * An address with a probable typing error, and the suggested correction. The address itself is accepted if the visitor
 * sends it again.
 */
export interface EmailSuggestion {
  address: string;
  suggestedEmail: string;
}

/**
 * Returns the address that the visitor probably meant; undefined if the address seems correct or is invalid. The
 * suggested domain is one typing error away, or two if it is long (docs/product/registration.md#registration).
 */
export function suggestEmailAddress(input: string): string | undefined {
  const email = normalizeEmail(input);
  if (!isEmailAddress(email)) return undefined;
  const atIndex = email.lastIndexOf("@");
  const emailDomain = email.slice(atIndex + 1).toLowerCase();
  if (
    emailDomain.length > 40 ||
    knownDomains.includes(emailDomain) ||
    similarRealDomains.includes(emailDomain)
  )
    return undefined;
  const nearestDomain = knownDomains.find(
    (knownDomain) => distance(emailDomain, knownDomain) <= (knownDomain.length > 8 ? 2 : 1),
  );
  return nearestDomain && `${email.slice(0, atIndex)}@${nearestDomain}`;
}
