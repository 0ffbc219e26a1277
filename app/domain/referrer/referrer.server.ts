import { parseWebUrl } from "~/utils/web-address";
import blocklist from "./blocklist.json";

/** The kinds of sites from which visitors are refused (docs/product/registration.md#referrers-and-country). */
export const referrerGroups = ["coupon", "deal", "forum", "search", "social", "mail"] as const;
type ReferrerGroup = (typeof referrerGroups)[number];

interface ForbiddenReferrer {
  host: string;
  group: ReferrerGroup;
}

/**
 * The entries of the referrer blocklist, longest first, so that the most specific entry matches. For example, the mail
 * service of a search engine is found in the group "mail" and not in the group "search".
 */
const blocklistEntries = referrerGroups
  .flatMap((group) => blocklist[group].map((entry) => ({ group, entry })))
  .sort((one, other) => other.entry.length - one.entry.length);

/**
 * Returns the group of the site in a Referer header; undefined for an invalid address, the site's own hosts and
 * unlisted sites (docs/product/registration.md#referrers-and-country).
 *
 * @param ownHosts - host names of this site, without ports
 */
export function findForbiddenReferrer(
  referrer: string | undefined,
  ownHosts: readonly string[],
): ForbiddenReferrer | undefined {
  const host = parseWebHost(referrer ?? "");
  if (host === undefined || ownHosts.includes(host)) return undefined;
  const matchingEntry = blocklistEntries.find(({ entry }) => matchesBlocklistEntry(host, entry));
  return matchingEntry && { host, group: matchingEntry.group };
}

/**
 * Returns true if a host contains an entry of the referrer blocklist as whole labels. An entry such as `google.` needs
 * at least one label after it.
 */
function matchesBlocklistEntry(host: string, entry: string): boolean {
  return entry.endsWith(".") ? `.${host}`.includes(`.${entry}`) : `.${host}.`.includes(`.${entry}.`);
}

/**
 * Returns the host name of a web referrer. An Android app's referrer (`android-app:`) has no host, only a package name.
 */
function parseWebHost(referrer: string): string | undefined {
  const referrerUrl = parseWebUrl(referrer);
  if (!referrerUrl) return undefined;
  const { protocol, hostname } = referrerUrl;
  return protocol === "https:" || protocol === "http:" ? hostname.replace(/\.$/, "") : undefined;
}
