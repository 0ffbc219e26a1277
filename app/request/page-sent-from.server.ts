import { webAddress } from "~/domain/web-address";
import type { RequestContext } from "./context.server";
import { isLandingPath, pageAt, withoutLastSlash } from "./paths";
import { ownOriginOf } from "./urls.server";
import { splitPrefix } from "~/i18n/negotiate";

const dummyOrigin = "http://site.invalid";

/**
 * Returns a path of this site with its query, below the base path; "/" for any value that a browser could read as
 * another host (docs/product/pages.md#languages).
 */
export function safeReturnTo(text: string): string {
  if (text.length > 2048 || !text.startsWith("/") || /\p{Cc}/u.test(text)) return "/";
  const address = webAddress(text, dummyOrigin);
  if (!address) return "/";
  const { origin, pathname, search, hash } = address;
  return origin === dummyOrigin && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : "/";
}

/**
 * Returns the page that a form on every page was sent from, below the base path; the landing page if that page cannot
 * be requested again. The form names its page. A shared page is the same for campaigns and queries, so a Referer header
 * that names the same page adds them. Without that header the visitor still returns to the page.
 */
export function pageSentFrom(context: RequestContext, returnTo: string): string {
  const page = askableReturnTo(returnTo);
  const exact = ownPath(context, context.requestInfo.headers.referrer ?? "");
  return exact !== undefined && pageOf(exact) === pageOf(page) ? exact : page;
}

/** Returns the path and query of a Referer header that names this site. */
export function ownPath({ config, requestInfo }: RequestContext, referrer: string): string | undefined {
  const address = webAddress(referrer);
  if (!address) return undefined;
  const { origin, host, pathname, search, hostname } = address;
  if (!ownOriginOf(config)(origin, hostname === requestInfo.hostname ? host : "")) return undefined;
  if (pathname === config.basePath) return safeReturnTo(`/${search}`);
  if (!pathname.startsWith(`${config.basePath}/`)) return undefined;
  return safeReturnTo(pathname.slice(config.basePath.length) + search);
}

/**
 * Like `safeReturnTo`, but only for pages that can be requested: a refused form, for example, has no page to return to.
 */
export function askableReturnTo(text: string): string {
  const address = safeReturnTo(text);
  const [path = "/"] = address.split(/[?#]/, 1);
  const { prefix, rest } = splitPrefix(path);
  const page = pageAt(withoutLastSlash(rest));
  return page && !page.formOnly ? address : prefix || "/";
}

/** All campaigns of one prefix share a page. */
function pageOf(address: string): string {
  const [path = "/"] = address.split(/[?#]/, 1);
  const { prefix, rest } = splitPrefix(path);
  return isLandingPath(rest) ? prefix : path;
}
