import { webAddress } from "~/domain/web-address";
import type { RequestContext } from "./context.server";
import { isLandingPath, pageAt, withoutLastSlash } from "./paths";
import { ownOriginOf } from "./urls.server";
import { splitPrefix } from "~/i18n/negotiate";

const dummyOrigin = "http://site.invalid";

/**
 * Returns a path of this site with its query, without the base path. Returns "/" for any value that a browser could
 * interpret as another host (docs/product/pages.md#languages).
 */
export function safeReturnTo(text: string): string {
  if (text.length > 2048 || !text.startsWith("/") || /\p{Cc}/u.test(text)) return "/";
  const address = webAddress(text, dummyOrigin);
  if (!address) return "/";
  const { origin, pathname, search, hash } = address;
  return origin === dummyOrigin && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : "/";
}

/**
 * Returns the page from which a form of the header or footer was submitted; the landing page if that page cannot be
 * requested again. The field `returnTo` contains the page's path. A shared page is the same for all campaigns and
 * queries, so these come from the Referer header if it has the same path.
 */
export function pageSentFrom(context: RequestContext, returnTo: string): string {
  const page = requestableReturnTo(returnTo);
  const referrerPath = ownPath(context, context.requestInfo.headers.referrer ?? "");
  return referrerPath !== undefined && removeCampaign(referrerPath) === removeCampaign(page)
    ? referrerPath
    : page;
}

/** Returns the path and query of a Referer header, without the base path; undefined if it names another site. */
export function ownPath({ config, requestInfo }: RequestContext, referrer: string): string | undefined {
  const address = webAddress(referrer);
  if (!address) return undefined;
  const { origin, host, pathname, search, hostname } = address;
  if (!ownOriginOf(config)(origin, hostname === requestInfo.hostname ? host : "")) return undefined;
  if (pathname === config.basePath) return safeReturnTo(`/${search}`);
  if (!pathname.startsWith(`${config.basePath}/`)) return undefined;
  return safeReturnTo(pathname.slice(config.basePath.length) + search);
}

/** Like `safeReturnTo`, but only for pages that can be requested again: a page that only responds to a form cannot. */
export function requestableReturnTo(text: string): string {
  const address = safeReturnTo(text);
  const [path = "/"] = address.split(/[?#]/, 1);
  const { prefix, rest } = splitPrefix(path);
  const page = pageAt(withoutLastSlash(rest));
  return page && !page.formOnly ? address : prefix || "/";
}

/** Returns the page's path without campaign, because all campaigns of one URL prefix share a page. */
function removeCampaign(address: string): string {
  const [path = "/"] = address.split(/[?#]/, 1);
  const { prefix, rest } = splitPrefix(path);
  return isLandingPath(rest) ? prefix : path;
}
