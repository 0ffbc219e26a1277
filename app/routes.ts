import type { RouteConfigEntry } from "@remix-run/route-config";
import { infoPages } from "./domain/info-pages";
import { products } from "./domain/product/products";
import { announcedWays } from "./domain/registration/sign-up-ways";
import { localeCodes } from "./i18n/locales";

/** All that the site knows of a page's path; app/http/paths.ts reads it, and no other file lists paths. */
export interface Page {
  /** In app/routes. */
  module: string;
  /** The values of the path's parameter, where they are a closed list. */
  values?: readonly string[];
  /** The status of a page that holds nothing of who asks for it: the page cache keeps it (docs/decisions/page-cache.md). */
  cacheable?: 200 | 403 | 404;
  /** Its form needs no token, or its action asks a visitor who sends none to confirm (docs/decisions/request-guard.md). */
  formToken?: "free" | "confirmed";
  /** Features decide what it shows: only here is a visitor put into an experiment. */
  experiments?: true;
  sitemap?: true;
  /** A split link may lead to it. */
  splitTarget?: true;
  /** There is no page to ask for: it takes a form, and a browser that asks for it is told 404. */
  formOnly?: true;
  /** Stays open while its visitor looks on. */
  stream?: true;
}

const everybodys = { cacheable: 200, splitTarget: true } as const;

/** Every page of docs/product.md#pages by its path below the locale's prefix. */
export const pages: Readonly<Record<string, Page>> = {
  ":slug?": {
    module: "landing.tsx",
    ...everybodys,
    formToken: "free",
    experiments: true,
    sitemap: true,
  },
  "registration/formstarted": { module: "registration-formstarted.tsx", experiments: true },
  "registration/formfinished": { module: "registration-formfinished.tsx", experiments: true },
  "registration/registrationformemailpendingcomplete": { module: "registration-pending.tsx" },
  "registration/registrationformemailactivecomplete": { module: "registration-active.tsx" },
  "registration/activateaccount": { module: "registration-activateaccount.tsx" },
  "registration/activateaccountError": { module: "registration-activateaccount-error.tsx" },
  "registration/deny": { module: "registration-deny.tsx", cacheable: 403 },
  "registration/gift-voucher": { module: "registration-gift-voucher.tsx", ...everybodys, sitemap: true },
  "registration/resend": { module: "registration-resend.tsx", splitTarget: true },
  "registration/events": { module: "registration-events.ts", stream: true },
  "membership-interest": { module: "membership-interest.tsx", ...everybodys, sitemap: true },
  "membership-interest/apply": { module: "membership-interest-apply.tsx", splitTarget: true },
  "membership-interest/confirmation": { module: "membership-interest-confirmation.tsx" },
  "admin/registrationlinkgenerator": { module: "admin-registrationlinkgenerator.tsx" },
  "admin/splitgenerator": { module: "admin-splitgenerator.tsx" },
  invite: { module: "invite.tsx" },
  login: { module: "login.tsx" },
  logout: { module: "logout.ts", formOnly: true },
  language: { module: "language.ts", formToken: "free", formOnly: true },
  consent: { module: "consent.tsx", formToken: "confirmed", formOnly: true },
  "products/:product": {
    module: "product.tsx",
    ...everybodys,
    values: products.map(({ slug }) => slug),
    sitemap: true,
  },
  "s/:token": { module: "split-link.tsx" },
  "coming-soon/:provider": {
    module: "coming-soon.tsx",
    ...everybodys,
    values: announcedWays.map(({ slug }) => slug),
  },
  "info/:page": { module: "info.tsx", ...everybodys, values: infoPages.map(({ slug }) => slug) },
  "error/404": { module: "error-404.tsx", cacheable: 404 },
  "error/500": { module: "error-500.tsx" },
};

/** What stands at the root alone, in no language. */
export const files: Readonly<Record<string, string>> = {
  "robots.txt": "robots.ts",
  "sitemap.xml": "sitemap.ts",
  "site.webmanifest": "webmanifest.ts",
};

/** An id of its own for each variant, since eight of them share a module. */
function routeOf(prefix: string, path: string, module: string): RouteConfigEntry {
  const whole = [prefix, path].filter(Boolean).join("/");
  return { path: whole, file: `routes/${module}`, id: whole, caseSensitive: true };
}

export default [
  ...["", ...localeCodes].flatMap((prefix) => [
    ...Object.entries(pages).map(([path, { module }]) => routeOf(prefix, path, module)),
    routeOf(prefix, "*", "unmatched.ts"),
  ]),
  ...Object.entries(files).map(([path, module]) => routeOf("", path, module)),
  // Where a browser goes whose redirect to /error/404 failed (docs/product.md#pages).
  routeOf("acquisition", "error/404", "error-404.tsx"),
] satisfies RouteConfigEntry[];
