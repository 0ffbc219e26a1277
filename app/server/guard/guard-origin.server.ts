import { webAddress } from "~/domain/web-address";
import type { IncomingHttpHeaders } from "node:http";

export interface OriginRules {
  /** Returns true if a well-formed origin belongs to this site, given the Host header of the request. */
  isOwnOrigin: (origin: string, hostHeader: string) => boolean;
}

/**
 * `unknown`: an old browser that sends neither header, or a browser that hides its origin (`Origin: null`). The form
 * token then proves the sender.
 */
export type SenderSite = "own" | "foreign" | "unknown";

/**
 * Returns which site sent a form, according to headers that only the browser sets (Fetch standard, Origin; W3C Fetch
 * Metadata). X-Forwarded headers are ignored, because any client can send them.
 */
export function classifySender(headers: IncomingHttpHeaders, { isOwnOrigin }: OriginRules): SenderSite {
  const { origin, "sec-fetch-site": site } = headers;
  // A same-origin form has `Origin: null` if privacy settings suppress the referrer (Fetch standard, section 3.2).
  if (origin === "null" && site === "same-origin") return "unknown";
  if (origin !== undefined)
    return isOrigin(origin) && isOwnOrigin(origin, headers.host ?? "") ? "own" : "foreign";
  if (site === undefined) return "unknown";
  return site === "same-origin" || site === "none" ? "own" : "foreign";
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && webAddress(text)?.origin === text;
}
