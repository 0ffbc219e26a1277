import { isPersonalAddress } from "~/domain/personal-address";
import type { Variants } from "~/experiments/variants";
import type { Cookies } from "~/cookies/cookies.server";
import { findPageRoute } from "./paths";
import type { RequestAddress } from "./request-address";

/** A "public" page may be cached and indexed. A "personal" page may contain data of one visitor. */
export type PagePrivacy = "public" | "personal";

interface PrivacyInput {
  address: Pick<RequestAddress, "pagePath" | "search">;
  /** True if the request has a draft cookie or a member's token. */
  hasVisitorCookie: boolean;
  experimentVariants: Pick<Variants, "isPreview" | "newAssignments">;
}

/**
 * Decides whether a page is public or personal (docs/product/pages.md#pages). Cache-Control, Referrer-Policy, robots
 * and the page cache depend on this decision.
 */
export function decidePrivacy({ address, hasVisitorCookie, experimentVariants }: PrivacyInput): PagePrivacy {
  const isPersonal =
    isPersonalizedPage(address) ||
    hasVisitorCookie ||
    experimentVariants.isPreview ||
    experimentVariants.newAssignments.length > 0;
  return isPersonal ? "personal" : "public";
}

/** Returns true if the URL alone makes a page personal, for every visitor. */
export function isPersonalizedPage({ pagePath, search }: PrivacyInput["address"]): boolean {
  return findPageRoute(pagePath)?.privacy === "personal" || isPersonalAddress(search);
}

/** Returns true if the request has a draft cookie or a member's token. */
export function hasVisitorCookie(
  { draft, token }: Pick<Cookies, "draft" | "token">,
  requestCookies: Partial<Record<string, string>>,
): boolean {
  return requestCookies[draft.name] !== undefined || requestCookies[token.name] !== undefined;
}
