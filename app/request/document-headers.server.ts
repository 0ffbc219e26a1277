import type { RequestContext } from "./context.server";
import { sidCookieValue } from "./cookies/session-id.server";
import { responseCookies } from "./response-cookies.server";

/**
 * The headers that every document has beside its cookies: its language, and who may keep it
 * (docs/product.md#languages and docs/product.md#pages).
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
  // A form to a page that takes none (RFC 9110, section 15.5.6); the guard has named what others may send.
  if (status === 405 && !context.requestInfo.refusal) headers.set("Allow", "GET, HEAD");
  // Cookies and the device's class may decide which variant is shown.
  headers.append("Vary", "Sec-CH-UA-Mobile, Cookie");
  if (context.prefix === "") headers.append("Vary", "Accept-Language");
}

/**
 * The Set-Cookie values of a document (docs/product.md#cookies-and-storage). What experiments have decided is kept with
 * the page that shows it; who has withdrawn their consent is forgotten with whatever document comes next.
 *
 * @param isShown whether it is the page that was asked for: one that failed, or answers a form, is not
 */
export function documentCookies(context: RequestContext, isShown: boolean): string[] {
  const { cookies, requestInfo, requestCookies, sessionId, visitorCookie, prefix, locale } = context;
  // Another site may have sent it: its visitor's open forms stay valid.
  if (requestInfo.refusal) return [];
  return [
    cookies.sid.set(sidCookieValue(sessionId, requestCookies[cookies.sid.name])),
    ...(visitorCookie && (visitorCookie.clears || isShown) ? [visitorCookie.value] : []),
    ...responseCookies(context),
    ...(prefix !== "" && requestCookies[cookies.locale.name] !== locale ? [cookies.locale.set(locale)] : []),
  ];
}
