import type { RequestContext } from "./context.server";
import { createSidCookieValue } from "~/cookies/session-id.server";
import { findPageRoute } from "./paths";
import { createResponseCookies } from "./response-cookies.server";

/**
 * Sets the headers of every document: its type, its language, and how caches may store it
 * (docs/product/pages.md#languages and docs/product/pages.md#pages).
 */
export function setDocumentHeaders(context: RequestContext, status: number, headers: Headers): void {
  const { requestInfo } = context;
  const isPersonal = context.privacy === "personal" || status >= 400 || requestInfo.method === "POST";
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", context.locale);
  headers.set("Cache-Control", isPersonal ? "no-store" : "private, no-cache");
  if (isPersonal) headers.set("Referrer-Policy", "same-origin");
  if (isPersonal || findPageRoute(context.path)?.isPlaceholder) headers.set("X-Robots-Tag", "noindex");
  // Sets Retry-After here, because Remix does not copy this header from a loader to an error page.
  const { retryAfter } = context.responseState;
  if (retryAfter !== undefined) headers.set("Retry-After", retryAfter.toString());
  // Sets Allow if a form was sent to a page without an action (status 405; RFC 9110, section 15.5.6). If the guard has
  // refused the request, it has already set Allow.
  if (status === 405 && !requestInfo.refusal) headers.set("Allow", "GET, HEAD");
  // Caches must distinguish pages by these headers: cookies and the type of device may decide the variant of the page.
  headers.append("Vary", "Sec-CH-UA-Mobile, Cookie");
  if (context.prefix === "") headers.append("Vary", "Accept-Language");
}

/**
 * Returns the Set-Cookie values of an HTML response (docs/product/cookies-and-events.md#cookies-and-storage). Only the
 * page that a visitor requested saves new experiment variations. Every HTML response deletes them if the visitor has
 * withdrawn consent.
 *
 * @param isRequestedPage - false for an error page and for the response to a form
 */
export function createDocumentCookies(context: RequestContext, isRequestedPage: boolean): string[] {
  const { cookies, requestInfo, requestCookies, sessionId, visitorCookie, prefix, locale } = context;
  // Sets no cookie for a refused request, which may come from another site. A new session id could make the visitor's
  // open forms invalid.
  if (requestInfo.refusal) return [];
  return [
    cookies.sid.serialize(createSidCookieValue(sessionId, requestCookies[cookies.sid.name])),
    ...(visitorCookie && (visitorCookie.isDeletion || isRequestedPage) ? [visitorCookie.value] : []),
    ...createResponseCookies(context),
    ...(prefix !== "" && requestCookies[cookies.locale.name] !== locale
      ? [cookies.locale.serialize(locale)]
      : []),
  ];
}
