import type { RequestContext } from "./context.server";
import { defaultCountry } from "~/domain/countries.server";
import { type ClubLinkName, infoPages } from "~/domain/info-pages";
import { fillLegalUrl } from "~/domain/registration/legal-texts";
import type { RequestAddress } from "./request-address";
import { isOwnOrigin } from "./urls.server";
import { splitLanguagePrefix } from "~/i18n/negotiate";
import type { Site } from "~/ui/components/site";

/** Returns data about the site that all pages need. */
export function createSite(context: RequestContext): Site {
  const { config, requestInfo, prefix, locale, clock } = context;
  return {
    brand: config.brand,
    locale,
    base: config.basePath,
    prefix,
    currentPath: shortenUrl(requestInfo.address),
    links: createClubLinks(context),
    year: clock().getFullYear(),
  };
}

/**
 * The maximum length of a query that a page repeats, in characters of HTML. Each link, form and data block contains the
 * query, and the page must fit in HAProxy's buffer of 90 KB without compression (docs/decisions/instance-places.md).
 */
const maxRepeatedQueryLength = 1500;

/**
 * Returns the page's path and query, which links and forms of the page repeat. If the query is too long, keeps only the
 * encrypted draft (`state`).
 */
function shortenUrl({ prefixedPagePath, url }: RequestAddress): string {
  const search = url.slice(prefixedPagePath.length);
  if (search.replaceAll(/[^\w.~%=+-]/g, "&quot;").length <= maxRepeatedQueryLength) return url;
  const carriedDraft = new URLSearchParams(search).get("state") ?? "";
  return /^[\w.-]{1,4000}$/.test(carriedDraft)
    ? `${prefixedPagePath}?state=${carriedDraft}`
    : prefixedPagePath;
}

const loginPath = "/login";

/**
 * Returns the URL of a page of the club: the operator's configured URL with its placeholders replaced, otherwise the
 * URL of a page of this site (docs/operate/configuration.md).
 */
export function buildClubLink(context: RequestContext, name: ClubLinkName): string {
  return fillLegalUrl(selectLinkTemplate(context, name), defaultCountry, "");
}

/**
 * Returns the URL of a page of the club, with placeholders for the country and the key of a legal text, which
 * `fillLegalUrl` replaces.
 */
export function selectLinkTemplate({ config, prefix, locale }: RequestContext, name: ClubLinkName): string {
  const template = config.links[name];
  return template
    ? template.replaceAll("{locale}", locale)
    : `${config.basePath}${prefix}${findClubLinkPath(name)}`;
}

function createClubLinks(context: RequestContext): Record<ClubLinkName, string> {
  return {
    login: buildClubLink(context, "login"),
    shop: buildClubLink(context, "shop"),
    passwordReset: buildClubLink(context, "passwordReset"),
    customerService: buildClubLink(context, "customerService"),
    about: buildClubLink(context, "about"),
    jobs: buildClubLink(context, "jobs"),
    privacy: buildClubLink(context, "privacy"),
    terms: buildClubLink(context, "terms"),
    imprint: buildClubLink(context, "imprint"),
    sustainability: buildClubLink(context, "sustainability"),
  };
}

/**
 * Returns the absolute URL of the operator's sign-in page. A path would not suffice, because Remix would add the base
 * path. Returns undefined if LOGIN_URL is missing or names this site's own sign-in page.
 */
export function findExternalLoginUrl(context: RequestContext): string | undefined {
  const { config } = context;
  if (!config.links.login) return undefined;
  const { href, origin, pathname } = new URL(buildClubLink(context, "login"), config.publicOrigin);
  const isBelowBasePath = isOwnOrigin(config, origin, "") && pathname.startsWith(`${config.basePath}/`);
  const isLoginPage =
    isBelowBasePath &&
    splitLanguagePrefix(pathname.slice(config.basePath.length)).pathAfterPrefix === loginPath;
  return isLoginPage ? undefined : href;
}

/**
 * Returns the operator's URL of a page of the club. Returns undefined if the operator has configured none, or the URL
 * of the current page, to which a redirect would never end.
 */
export function findConfiguredPageUrl(context: RequestContext, name: ClubLinkName): string | undefined {
  const { config, currentUrl } = context;
  if (config.links[name] === undefined) return undefined;
  const { href, origin, pathname } = new URL(buildClubLink(context, name), config.publicOrigin);
  return origin === currentUrl.origin && pathname === currentUrl.pathname ? undefined : href;
}

/** Returns the path of this site's own page, for a link that the operator has not configured. */
function findClubLinkPath(link: ClubLinkName): string {
  const page = infoPages.find(({ name }) => name === link);
  return page ? `/info/${page.slug}` : loginPath;
}
