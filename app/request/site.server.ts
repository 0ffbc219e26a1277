import type { RequestContext } from "./context.server";
import { defaultCountry } from "~/domain/countries.server";
import { type ClubLink, infoPages } from "~/domain/info-pages";
import { fillLink } from "~/domain/registration/legal-texts";
import type { RequestAddress } from "./request-address";
import { ownOriginOf } from "./urls.server";
import { splitPrefix } from "~/i18n/negotiate";
import type { Site } from "~/ui/components/site";

/** Returns the data about the site that every part of a page may need. */
export function siteOf(context: RequestContext): Site {
  const { config, requestInfo, prefix, locale, clock } = context;
  return {
    brand: config.brand,
    locale,
    base: config.basePath,
    prefix,
    here: shortenUrl(requestInfo.address),
    links: clubLinks(context),
    year: clock().getFullYear(),
  };
}

/**
 * The longest query that a page repeats, in characters of HTML. The query is part of each link, form and data block,
 * and the page must fit in HAProxy's buffer of 90 KB without compression (docs/decisions/proxy.md).
 */
const maxRepeatedQuery = 1500;

/**
 * Returns the page's path and query for its links and forms. If the query is too long, only the encrypted draft is
 * kept.
 */
function shortenUrl({ page, url }: RequestAddress): string {
  const search = url.slice(page.length);
  if (search.replaceAll(/[^\w.~%=+-]/g, "&quot;").length <= maxRepeatedQuery) return url;
  const state = new URLSearchParams(search).get("state") ?? "";
  return /^[\w.-]{1,4000}$/.test(state) ? `${page}?state=${state}` : page;
}

const loginPath = "/login";

export type ClubLinks = Record<ClubLink, string>;

/**
 * Returns the URL of one of the club's pages. If the operator has configured one, its placeholders are filled;
 * otherwise it is the site's own page (docs/operate/configuration.md).
 */
export function clubLink(context: RequestContext, name: ClubLink): string {
  return fillLink(linkTemplate(context, name), defaultCountry, "");
}

/**
 * Returns the URL of a club page as a template: `fillLink` replaces its placeholders for a legal text's country and
 * key.
 */
export function linkTemplate({ config, prefix, locale }: RequestContext, name: ClubLink): string {
  const template = config.links[name];
  return template
    ? template.replaceAll("{locale}", locale)
    : `${config.basePath}${prefix}${findOwnPath(name)}`;
}

export function clubLinks(context: RequestContext): ClubLinks {
  const linksByVariant = linksByConfig.get(context.config) ?? new Map<string, ClubLinks>();
  linksByConfig.set(context.config, linksByVariant);
  const variant = `${context.prefix} ${context.locale}`;
  const links = linksByVariant.get(variant) ?? createClubLinks(context);
  linksByVariant.set(variant, links);
  return links;
}

/** Cached by configuration, and by the page's URL prefix and locale. */
const linksByConfig = new WeakMap<object, Map<string, ClubLinks>>();

function createClubLinks(context: RequestContext): ClubLinks {
  return {
    login: clubLink(context, "login"),
    shop: clubLink(context, "shop"),
    passwordReset: clubLink(context, "passwordReset"),
    customerService: clubLink(context, "customerService"),
    about: clubLink(context, "about"),
    jobs: clubLink(context, "jobs"),
    privacy: clubLink(context, "privacy"),
    terms: clubLink(context, "terms"),
    imprint: clubLink(context, "imprint"),
    sustainability: clubLink(context, "sustainability"),
  };
}

/**
 * Returns the operator's sign-in page as an absolute URL, since Remix would add the base path to a path. Returns
 * undefined if the sign-in page is this site's own, even if LOGIN_URL names it.
 */
export function operatorsLogin(context: RequestContext): string | undefined {
  const { config } = context;
  if (!config.links.login) return undefined;
  const { href, origin, pathname } = new URL(clubLink(context, "login"), config.publicOrigin);
  const isBelow = ownOriginOf(config)(origin, "") && pathname.startsWith(`${config.basePath}/`);
  const isOwnPage = isBelow && splitPrefix(pathname.slice(config.basePath.length)).rest === loginPath;
  return isOwnPage ? undefined : href;
}

/** Returns the site's own page for a link that the operator has not configured. */
function findOwnPath(link: ClubLink): string {
  const page = infoPages.find(({ name }) => name === link);
  return page ? `/info/${page.slug}` : loginPath;
}
