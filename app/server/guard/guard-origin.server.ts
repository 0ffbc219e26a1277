import { parseWebUrl } from "~/utils/web-address";
import type { IncomingHttpHeaders } from "node:http";

export interface OriginRules {
  /** Returns true if an origin belongs to this site. `hostHeader` is the request's Host header. */
  isOwnOrigin: (origin: string, hostHeader: string) => boolean;
}

/**
 * The site that sent a form. `unknown`: an old browser sends neither Origin nor Sec-Fetch-Site, or a browser hides its
 * origin (`Origin: null`). A form token must then prove that this site sent the form.
 */
type SenderSite = "own" | "foreign" | "unknown";

/**
 * Returns which site sent a form. Uses only headers that pages cannot set themselves (Fetch standard, Origin; W3C Fetch
 * Metadata). Ignores X-Forwarded headers, because any client can send them.
 */
export function classifySender(headers: IncomingHttpHeaders, { isOwnOrigin }: OriginRules): SenderSite {
  const { origin, "sec-fetch-site": fetchSite } = headers;
  // `Origin: null` does not prove that another site sent the form. If privacy settings suppress the referrer, browsers
  // send this value even for a form of the same origin (Fetch standard, section 3.2).
  if (origin === "null" && fetchSite === "same-origin") return "unknown";
  if (origin !== undefined)
    return isHttpOrigin(origin) && isOwnOrigin(origin, headers.host ?? "") ? "own" : "foreign";
  if (fetchSite === undefined) return "unknown";
  return fetchSite === "same-origin" || fetchSite === "none" ? "own" : "foreign";
}

/**
 * Returns true if the form seems to come from a page of this server: Sec-Fetch-Site is `same-origin`, and the origin is
 * the requested host. The second condition excludes security scanners, which copy a browser's headers and replace only
 * the origin.
 */
export function isFormOfRequestedHost({
  host,
  origin,
  "sec-fetch-site": fetchSite,
}: IncomingHttpHeaders): boolean {
  return fetchSite === "same-origin" && origin !== undefined && parseWebUrl(origin)?.host === host;
}

function isHttpOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && parseWebUrl(text)?.origin === text;
}
