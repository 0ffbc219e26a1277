import { belowBase, cacheableStatusOf, campaignOf, isLandingPath, unreadParameter } from "~/request/paths";
import type { Locale } from "~/i18n/locales";
import { splitPrefix } from "~/i18n/negotiate";
import { refusalReasons } from "~/domain/registration/registration-code";
import { headlineFor } from "~/domain/headline";

/** A page that holds nothing of who asks for it. */
export interface SharedPage {
  /** "/de" on a prefixed page, else "". */
  prefix: string;
  /** The locale of the prefix. */
  locale: Locale | undefined;
  /** The address that it is rendered at: path and query below base path and prefix. */
  path: string;
  status: number;
  isLanding: boolean;
  /** The landing page's slug, also one that has no page of its own: experiments may go by it. */
  campaign: string | undefined;
}

const deny = "/registration/deny";

/**
 * The shared page at an address, path and query with the base path; undefined for every other address. Campaigns
 * that have no headline of their own share one page (docs/product.md#pages).
 */
export function sharedPageAt(url: string, basePath: string): SharedPage | undefined {
  const [whole = "", ...query] = url.split("?");
  const path = belowBase(whole, basePath);
  if (path === undefined) return undefined;
  const read = readParameters(query.join("?"));
  if (read === undefined) return undefined;
  const { prefix, locale, rest } = splitPrefix(path);
  const status = cacheableStatusOf(rest);
  if (status === undefined || (read.length > 0 && rest !== deny)) return undefined;
  const isLanding = isLandingPath(rest);
  const page = { prefix, locale, status, isLanding, campaign: isLanding ? campaignOf(rest) : undefined };
  if (rest === deny) return { ...page, path: `${deny}?reason=${knownReason(read)}` };
  return { ...page, path: isLanding ? landingAt(rest) : rest };
}

function landingAt(path: string): string {
  return headlineFor(path.slice(1), "default") === "default" ? "/" : path;
}

/** The values of `reason`; undefined when the query says anything else that a page may read. */
function readParameters(query: string): string[] | undefined {
  const pairs = query.split("&").filter((pair) => pair !== "" && !unreadParameter.test(nameOf(pair)));
  // An encoded word may be a known one: whoever renders decodes it.
  const isPlain = pairs.length <= 1 && pairs.every((pair) => /^reason=[\w-]*$/.test(pair));
  return isPlain ? pairs.map((pair) => pair.slice("reason=".length)) : undefined;
}

function nameOf(pair: string): string {
  return pair.split("=", 1).join("");
}

/** The word that the page would understand: its own reading of an unknown one. */
function knownReason([given]: string[]): string {
  return refusalReasons.find((reason) => reason === given) ?? "invalid";
}
