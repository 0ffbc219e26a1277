import type { RequestContext } from "./context.server";
import { sidCookieValue } from "./cookies/session-id.server";
import { responseCookies } from "./response-cookies.server";

/**
 * Sets the headers of every document except cookies: its language, and how long caches may keep it
 * (docs/product/pages.md#languages and docs/product/pages.md#pages).
 */
export function documentHeaders(context: RequestContext, status: number, headers: Headers): void {
  const { method } = context.requestInfo;
  const isPersonal = context.privacy === "personal" || status >= 400 || method === "POST";
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Content-Language", context.locale);
  headers.set("Cache-Control", isPersonal ? "no-store" : "private, no-cache");
  if (isPersonal) {
    headers.set("Referrer-Policy", "same-origin");
    headers.set("X-Robots-Tag", "noindex");
  }
  // A loader's Retry-After does not reach the headers of an error page.
  const { retryAfter } = context.responseState;
  if (retryAfter !== undefined) headers.set("Retry-After", retryAfter.toString());
  // A form for a page that has no action (RFC 9110, section 15.5.6). For other requests the guard sets it.
  if (status === 405 && !context.requestInfo.refusal) headers.set("Allow", "GET, HEAD");
  // The shown variant may depend on cookies and on the class of device.
  headers.append("Vary", "Sec-CH-UA-Mobile, Cookie");
  if (context.prefix === "") headers.append("Vary", "Accept-Language");
}

/**
 * Returns the Set-Cookie values of a document (docs/product/cookies-and-events.md#cookies-and-storage). A page saves
 * its visitor's variants; every document deletes them after consent is withdrawn.
 *
 * @param isShown - true for the requested page; false for a failure or the answer to a form
 */
export function documentCookies(context: RequestContext, isShown: boolean): string[] {
  const { cookies, requestInfo, requestCookies, sessionId, visitorCookie, prefix, locale } = context;
  // The request may come from another site: forms that the visitor has open stay valid.
  if (requestInfo.refusal) return [];
  return [
    cookies.sid.set(sidCookieValue(sessionId, requestCookies[cookies.sid.name])),
    ...(visitorCookie && (visitorCookie.clears || isShown) ? [visitorCookie.value] : []),
    ...responseCookies(context),
    ...(prefix !== "" && requestCookies[cookies.locale.name] !== locale ? [cookies.locale.set(locale)] : []),
  ];
}
