import { isPersonalAddress } from "~/domain/personal-address";
import type { Variants } from "~/experiments/variants";
import { pageAt } from "./paths";
import type { RequestAddress } from "./request-address";

/** A public page may be cached and indexed. A personal one is nobody's but its visitor's. */
export type Privacy = "public" | "personal";

interface PrivacyFacts {
  address: Pick<RequestAddress, "pagePath" | "search">;
  /** Whether the browser has sent a draft or a member's token. */
  hasVisitorCookie: boolean;
  variants: Pick<Variants, "isPreview" | "assignments">;
}

/**
 * Decides whether a page is public or personal (docs/product.md#pages). Cache-Control, Referrer-Policy, robots and the
 * page cache follow it.
 */
export function privacyOf({ address, hasVisitorCookie, variants }: PrivacyFacts): Privacy {
  const isPersonal =
    pageAt(address.pagePath)?.privacy === "personal" ||
    hasVisitorCookie ||
    variants.isPreview ||
    variants.assignments.length > 0 ||
    isPersonalAddress(address.search);
  return isPersonal ? "personal" : "public";
}
