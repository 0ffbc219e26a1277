import { webAddress } from "~/domain/web-address";
import type { RequestContext } from "./context.server";
import { isLandingPath, pageAt, withoutLastSlash } from "./paths";
import { ownOriginOf } from "./urls.server";
import { splitPrefix } from "~/i18n/negotiate";

const dummyOrigin = "http://site.invalid";

/**
 * A path of this site, below the base path and with its query, out of what a client sent; "/" for anything
 * that a browser could take for another host (docs/product.md#languages).
 */
export function safeReturnTo(text: string): string {
  if (text.length > 2048 || !text.startsWith("/") || /\p{Cc}/u.test(text)) return "/";
  const address = webAddress(text, dummyOrigin);
  if (!address) return "/";
  const { origin, pathname, search, hash } = address;
  return origin === dummyOrigin && !pathname.startsWith("//") ? `${pathname}${search}${hash}` : "/";
}

/**
 * The page that a form of every page was sent from, below the base path; the start, where it cannot be asked for again.
 * The form says which one it is; a page that is shared says no more, since campaigns and queries share it, and a
 * Referer header that names the same page says which of them it was. A browser that sends none still comes back to its
 * page.
 */
export function pageSentFrom(context: RequestContext, returnTo: string): string {
  const named = askableReturnTo(returnTo);
  const exact = ownPath(context, context.requestInfo.headers.referrer ?? "");
  return exact !== undefined && pageOf(exact) === pageOf(named) ? exact : named;
}

/** The path and query of a Referer header that names this site. */
export function ownPath({ config, requestInfo }: RequestContext, referrer: string): string | undefined {
  const address = webAddress(referrer);
  if (!address) return undefined;
  const { origin, host, pathname, search, hostname } = address;
  if (!ownOriginOf(config)(origin, hostname === requestInfo.hostname ? host : "")) return undefined;
  if (pathname === config.basePath) return safeReturnTo(`/${search}`);
  if (!pathname.startsWith(`${config.basePath}/`)) return undefined;
  return safeReturnTo(pathname.slice(config.basePath.length) + search);
}

/** As `safeReturnTo`, of pages that can be asked for: of a refused form, say, nothing is left to go back to. */
export function askableReturnTo(text: string): string {
  const address = safeReturnTo(text);
  const [path = "/"] = address.split(/[?#]/, 1);
  const { prefix, rest } = splitPrefix(path);
  const page = pageAt(withoutLastSlash(rest));
  return page && !page.formOnly ? address : prefix || "/";
}

/** All campaigns of one prefix are one page. */
function pageOf(address: string): string {
  const [path = "/"] = address.split(/[?#]/, 1);
  const { prefix, rest } = splitPrefix(path);
  return isLandingPath(rest) ? prefix : path;
}
