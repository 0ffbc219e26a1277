import type { RequestContext } from "./context.server";
import { defaultCountry } from "~/domain/countries.server";
import { type ClubLink, infoPages } from "~/domain/info-pages";
import { fillLink } from "~/domain/registration/legal-texts";
import type { RequestAddress } from "./request-address";
import { ownOriginOf } from "./urls.server";
import { splitPrefix } from "~/i18n/negotiate";
import type { Site } from "~/ui/components/site";

/** Returns the site's data that every part of a page may need. */
export function siteOf(context: RequestContext): Site {
  const { config, requestInfo, prefix, locale, clock } = context;
  return {
    brand: config.brand,
    locale,
    base: config.basePath,
    prefix,
    here: repeatedAddress(requestInfo.address),
    links: clubLinks(context),
    year: clock().getFullYear(),
  };
}

/**
 * The longest query that a page repeats, in characters of HTML. The query is part of each link, form and data block,
 * and the page must fit in HAProxy's buffer of 60 KB without compression (docs/decisions/proxy.md).
 */
const maxRepeatedQuery = 1500;

/** Returns the page's address for its links and forms. From a query that is too long it keeps only the sealed draft. */
function repeatedAddress({ page, url }: RequestAddress): string {
  const search = url.slice(page.length);
  if (search.replaceAll(/[^\w.~%=+-]/g, "&quot;").length <= maxRepeatedQuery) return url;
  const state = new URLSearchParams(search).get("state") ?? "";
  return /^[\w.-]{1,4000}$/.test(state) ? `${page}?state=${state}` : page;
}

const loginPath = "/login";

export type ClubLinks = Record<ClubLink, string>;

/**
 * Returns the URL of one of the club's pages: the operator's with its placeholders filled, otherwise the site's own
 * page (docs/operate/configuration.md).
 */
export function clubLink(context: RequestContext, name: ClubLink): string {
  return fillLink(linkTemplate(context, name), defaultCountry, "");
}

/** Returns the same URL with the placeholders of a legal text's country and key: `fillLink`. */
export function linkTemplate({ config, prefix, locale }: RequestContext, name: ClubLink): string {
  const template = config.links[name];
  return template ? template.replaceAll("{locale}", locale) : `${config.basePath}${prefix}${ownPathOf(name)}`;
}

export function clubLinks(context: RequestContext): ClubLinks {
  const linksByVariant = linksByConfig.get(context.config) ?? new Map<string, ClubLinks>();
  linksByConfig.set(context.config, linksByVariant);
  const variant = `${context.prefix} ${context.locale}`;
  const links = linksByVariant.get(variant) ?? newClubLinks(context);
  linksByVariant.set(variant, links);
  return links;
}

/** Kept by configuration and by the variant of the page. */
const linksByConfig = new WeakMap<object, Map<string, ClubLinks>>();

function newClubLinks(context: RequestContext): ClubLinks {
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
 * Returns the operator's sign-in as an absolute URL, since Remix adds the base path to a path; undefined if it is this
 * site's own page, even if LOGIN_URL names it.
 */
export function operatorsLogin(context: RequestContext): string | undefined {
  const { config } = context;
  if (!config.links.login) return undefined;
  const { href, origin, pathname } = new URL(clubLink(context, "login"), config.publicOrigin);
  const isBelow = ownOriginOf(config)(origin, "") && pathname.startsWith(`${config.basePath}/`);
  const isThis = isBelow && splitPrefix(pathname.slice(config.basePath.length)).rest === loginPath;
  return isThis ? undefined : href;
}

/** Returns the site's own page for a link that the operator did not configure. */
function ownPathOf(link: ClubLink): string {
  const page = infoPages.find(({ name }) => name === link);
  return page ? `/info/${page.slug}` : loginPath;
}
