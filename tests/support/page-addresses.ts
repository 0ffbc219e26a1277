import { pages } from "~/routes";

/**
 * The paths of each page, without the locale prefix: one path for each state that a visitor can open without submitting
 * a form. If a page has no such state, its list of paths is empty. Tests that visit every page use these lists.
 */
const addressesByPage: Record<string, readonly string[]> = {
  ":slug?": [
    "",
    "/social",
    "?rc=WELCOME",
    "/viral-product-share?product=ombrelune",
    "/viral-product-share?product=ombrelune&rc=WELCOME",
  ],
  "registration/formstarted": ["/registration/formstarted?rc=WELCOME"],
  "registration/formfinished": ["/registration/formfinished?done=active"],
  "registration/registrationformemailpendingcomplete": [],
  "registration/registrationformemailactivecomplete": ["/registration/registrationformemailactivecomplete"],
  "registration/activateaccount": [
    "/registration/activateaccount?accountActivationId=any",
    "/registration/activateaccount?done=activated",
  ],
  "registration/activateaccountError": [
    "/registration/activateaccountError?reason=not-found",
    "/registration/activateaccountError?reason=failed",
  ],
  "registration/deny": ["invalid", "expired", "no-balance", "link", "referrer"].map(
    (reason) => `/registration/deny?reason=${reason}`,
  ),
  "registration/gift-voucher": ["/registration/gift-voucher"],
  "registration/resend": ["/registration/resend", "/registration/resend?done=sent"],
  "registration/events": [],
  "membership-interest": ["/membership-interest"],
  "membership-interest/apply": ["/membership-interest/apply"],
  "membership-interest/confirmation": [],
  "admin/registrationlinkgenerator": [],
  "admin/splitgenerator": [],
  invite: [],
  login: ["/login"],
  logout: [],
  language: [],
  consent: [],
  "products/:product": ["/products/ombrelune"],
  "s/:token": ["/s/cut"],
  "coming-soon/:provider": ["/coming-soon/google", "/coming-soon/phone"],
  "info/accessibility": ["/info/accessibility"],
  "info/:page": ["/info/terms"],
  "error/404": ["/error/404"],
  "error/500": ["/error/500"],
};

/**
 * Returns the addresses of a page.
 * @throws for a page of app/routes.ts that `addressesByPage` above does not have
 */
function listPagePaths(pattern: string): readonly string[] {
  const samplePaths = addressesByPage[pattern];
  if (!samplePaths) throw new Error(`tests/support/page-addresses.ts has no line for the page ${pattern}`);
  return samplePaths;
}

export const pageAddresses: readonly string[] = Object.keys(pages).flatMap(listPagePaths);

/** The addresses of the pages that the page cache stores, one of each page. */
export const publicPageAddresses: readonly string[] = Object.entries(pages)
  .filter(([, { privacy }]) => privacy === "public")
  .flatMap(([pattern]) => listPagePaths(pattern).slice(0, 1));
