import { webAddress } from "~/domain/web-address";
import type { IncomingHttpHeaders } from "node:http";

export interface OriginRules {
  /** Returns true if a well-formed origin is the site's own, given the requested Host. */
  isOwnOrigin: (origin: string, hostAsked: string) => boolean;
}

/**
 * `unknown`: an old browser without these headers, or one that hides its origin (`Origin: null`). The form token
 * decides.
 */
export type SenderSite = "own" | "foreign" | "unknown";

/**
 * Returns the sender of a form by the browser's own headers (Fetch standard, Origin; W3C Fetch Metadata). Forwarded
 * headers do not count: any client can send them.
 */
export function senderOf(headers: IncomingHttpHeaders, { isOwnOrigin }: OriginRules): SenderSite {
  const { origin, "sec-fetch-site": site } = headers;
  // With privacy settings that send no referrer, a same-origin form has the origin "null" (Fetch standard, section
  // 3.2).
  if (origin === "null" && site === "same-origin") return "unknown";
  if (origin !== undefined)
    return isOrigin(origin) && isOwnOrigin(origin, headers.host ?? "") ? "own" : "foreign";
  if (site === undefined) return "unknown";
  return site === "same-origin" || site === "none" ? "own" : "foreign";
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && webAddress(text)?.origin === text;
}
