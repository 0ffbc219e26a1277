import { createHash } from "node:crypto";
import { domainToASCII, domainToUnicode } from "node:url";
import { isIPv6 } from "node:net";

/**
 * Returns the network to which an IP address belongs for limits: an IPv4 address itself, or the /64 of an IPv6 address.
 * Every customer of a provider has at least a /64 (RFC 6177).
 */
export function toNetworkKey(clientAddress: string): string {
  const ipv6Groups = readIpv6Groups(clientAddress);
  return ipv6Groups ? `${ipv6Groups.join(":")}::/64` : removeIpv6Zone(clientAddress);
}

/** Returns the /56 network of an IPv6 address, usually the largest that a home has; undefined for IPv4. */
export function toWiderNetworkKey(clientAddress: string): string | undefined {
  const ipv6Groups = readIpv6Groups(clientAddress);
  if (!ipv6Groups) return undefined;
  const [first, second, third, fourth = "0"] = ipv6Groups;
  const widerBits = parseInt(fourth, 16) & 0xff00;
  return `${[first, second, third, widerBits.toString(16)].join(":")}::/56`;
}

/** Returns the largest network that one client may have: an IPv4 address, or the /56 of an IPv6 address. */
export function toClientNetworkKey(clientAddress: string): string {
  return toWiderNetworkKey(clientAddress) ?? removeIpv6Zone(clientAddress);
}

/** Returns the first four groups of an IPv6 address, without leading zeros; undefined for other addresses. */
function readIpv6Groups(clientAddress: string): string[] | undefined {
  const addressWithoutZone = removeIpv6Zone(clientAddress);
  if (!isIPv6(addressWithoutZone)) return undefined;
  const [frontHalf = "", backHalf = ""] = addressWithoutZone.split("::");
  const frontGroups = splitIpv6Groups(frontHalf);
  const backGroups = splitIpv6Groups(backHalf);
  const zeroGroups = Array<string>(Math.max(0, 8 - frontGroups.length - backGroups.length)).fill("0");
  const ipv6Groups = [...frontGroups, ...zeroGroups, ...backGroups].slice(0, 4);
  return ipv6Groups.map((group) => parseInt(group, 16).toString(16));
}

function removeIpv6Zone(clientAddress: string): string {
  const [addressWithoutZone = ""] = clientAddress.split("%", 1);
  return addressWithoutZone;
}

/**
 * Splits one half of an IPv6 address into groups. An IPv4 address at the end counts as two zero groups (RFC 4291,
 * section 2.2). The values of these groups do not matter, because only the first four groups are used.
 */
function splitIpv6Groups(ipv6Half: string): string[] {
  return ipv6Half
    .split(":")
    .filter((group) => group !== "")
    .flatMap((group) => (group.includes(".") ? ["0", "0"] : group));
}

/**
 * Returns the key of an account for counts and cookies: a hash of the e-mail address. Spellings that acq may treat as
 * equal have the same key (case, width, encoding of the domain, a dot at its end).
 */
export function toAccountKey(email: string): string {
  // Does not normalize a text that is too long for an e-mail address (registration.schema.ts), because this could take
  // seconds.
  const foldedEmail = email.length > 500 ? email : foldEmail(email.trim());
  return createHash("sha256").update(foldedEmail).digest("base64url");
}

function foldEmail(email: string): string {
  const domainIndex = email.lastIndexOf("@") + 1;
  const domain = email.slice(domainIndex).replace(/\.$/, "");
  // Converts the domain to ASCII first, as acq does. Folding the case first could give two forms of one domain: ß
  // becomes "ss", but ẞ becomes ß.
  const unicodeDomain = foldCase(domainToUnicode(domainToASCII(domain)) || domain);
  return foldCase(email.slice(0, domainIndex)) + (domainToASCII(unicodeDomain) || unicodeDomain);
}

function foldCase(text: string): string {
  // Lowercase comes first, since ẞ has no other capital letter, but its small letter ß becomes "SS" in capitals.
  return text.normalize("NFKC").toLowerCase().toUpperCase().toLowerCase();
}

/** Returns the hash of a code. Spellings that acq treats as equal (acq.graphql) have the same hash. */
export function toCodeKey(code: string): string {
  return createHash("sha256").update(code.toLowerCase().replaceAll("-", "")).digest("base64url");
}
