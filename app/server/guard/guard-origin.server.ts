import { webAddress } from "~/domain/web-address";
import type { IncomingHttpHeaders } from "node:http";

export interface OriginRules {
  /** Whether a well-formed origin is one of ours, given the Host that was asked. */
  isOwnOrigin: (origin: string, hostAsked: string) => boolean;
}

/**
 * `unknown`: an old browser that says nothing, or one that hides its origin (`Origin: null`) from a form of the same
 * origin; the form's own token decides.
 */
export type SenderSite = "own" | "foreign" | "unknown";

/**
 * The sender of a form, by the browser's own headers (Fetch standard, Origin; W3C Fetch Metadata). Forwarded headers do
 * not count: anyone can send them.
 */
export function senderOf(headers: IncomingHttpHeaders, { isOwnOrigin }: OriginRules): SenderSite {
  const { origin, "sec-fetch-site": site } = headers;
  // Privacy settings that send no referrer make a same-origin form say "null" (Fetch standard, section 3.2).
  if (origin === "null" && site === "same-origin") return "unknown";
  if (origin !== undefined)
    return isOrigin(origin) && isOwnOrigin(origin, headers.host ?? "") ? "own" : "foreign";
  if (site === undefined) return "unknown";
  return site === "same-origin" || site === "none" ? "own" : "foreign";
}

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && webAddress(text)?.origin === text;
}
