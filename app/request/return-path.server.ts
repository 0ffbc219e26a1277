import { parseWebUrl } from "~/utils/web-address";
import type { RequestContext } from "./context.server";
import { isLandingPath, findPageRoute, removeLastSlash } from "./paths";
import { isOwnOrigin } from "./urls.server";
import { splitLanguagePrefix } from "~/i18n/negotiate";

const dummyOrigin = "http://site.invalid";

/**
 * Returns a path of this site with its query, without the base path. Returns "/" if a browser could interpret the text
 * as another site's URL (docs/product/pages.md#languages).
 */
export function toSafeReturnPath(text: string): string {
  if (text.length > 2048 || !text.startsWith("/") || /\p{Cc}/u.test(text)) return "/";
  const url = parseWebUrl(text, dummyOrigin);
  if (!url) return "/";
  const { origin, pathname, search, hash } = url;
  return origin === dummyOrigin && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : "/";
}

/**
 * Returns the page from which the visitor submitted a form in the header or footer. The form's field `returnTo` has the
 * page's path. Campaign and query come from a Referer header with the same path, because shared pages do not contain
 * them.
 */
export function findReturnPath(context: RequestContext, returnTo: string): string {
  const page = toPageReturnPath(returnTo);
  const referrerPath = readSitePath(context, context.requestInfo.headers.referrer ?? "");
  return referrerPath !== undefined && removeCampaignSlug(referrerPath) === removeCampaignSlug(page)
    ? referrerPath
    : page;
}

/**
 * Returns the path and query of a Referer header, without the base path; undefined if the header names another site.
 */
export function readSitePath({ config, requestInfo }: RequestContext, referrer: string): string | undefined {
  const referrerUrl = parseWebUrl(referrer);
  if (!referrerUrl) return undefined;
  const { origin, host, pathname, search, hostname } = referrerUrl;
  if (!isOwnOrigin(config, origin, hostname === requestInfo.hostname ? host : "")) return undefined;
  if (pathname === config.basePath) return toSafeReturnPath(`/${search}`);
  if (!pathname.startsWith(`${config.basePath}/`)) return undefined;
  return toSafeReturnPath(pathname.slice(config.basePath.length) + search);
}

/**
 * Returns the same path as `toSafeReturnPath`, but the landing page's path if a GET request for that path would find no
 * page, or an event stream.
 */
export function toPageReturnPath(text: string): string {
  const returnPath = toSafeReturnPath(text);
  const [path = "/"] = returnPath.split(/[?#]/, 1);
  const { prefix, pathAfterPrefix } = splitLanguagePrefix(path);
  const page = findPageRoute(removeLastSlash(pathAfterPrefix));
  return page && !page.hasOnlyAction && !page.isEventStream ? returnPath : prefix || "/";
}

/** Returns a path without its campaign. All campaigns with one URL prefix share a page. */
function removeCampaignSlug(localUrl: string): string {
  const [path = "/"] = localUrl.split(/[?#]/, 1);
  const { prefix, pathAfterPrefix } = splitLanguagePrefix(path);
  return isLandingPath(pathAfterPrefix) ? prefix : path;
}
