import type { RouteConfigEntry } from "@remix-run/route-config";
import { infoPages } from "./domain/info-pages";
import { products } from "./domain/products";
import { announcedWays } from "./domain/registration/sign-up-ways";
import { localeCodes } from "./i18n/locales";

/** The properties of a page. app/request/paths.ts finds these properties by the page's path. */
export interface PageProperties {
  /** The allowed values of the path's parameter; undefined if it may have any value. */
  parameterValues?: readonly string[];
  /**
   * A "public" page contains no personal data and is cached (docs/decisions/page-cache.md). A "personal" page is never
   * cached, and browsers do not send its URL to other sites (app/request/privacy.ts).
   */
  privacy: "public" | "personal";
  /** The HTTP status of a public page; 200 if not given. */
  status?: 403 | 404;
  /**
   * The treatment of a form if the browser's headers do not prove its origin (docs/decisions/request-guard.md). `free`:
   * accepted without a token. `confirmed`: the action asks the visitor to confirm the form. Undefined: refused without
   * a valid token.
   */
  unverifiedForms?: "free" | "confirmed";
  /** True if the page's content depends on features. Only such pages assign visitors to experiments. */
  hasExperiments?: true;
  isInSitemap?: true;
  /** True if the page only stands in for one that the operator has not configured. Search engines must not index it. */
  isPlaceholder?: true;
  /** True if a split link may redirect to the page. */
  canBeSplitTarget?: true;
  /** True if the path has only an action for a form and no page. GET gets status 404. */
  hasOnlyAction?: true;
  /** True for an event stream. */
  isEventStream?: true;
}

const publicPageOptions = { privacy: "public", canBeSplitTarget: true } as const;
const personalPageOptions = { privacy: "personal" } as const;

/**
 * All pages of docs/product/pages.md#pages. The keys are paths without the language prefix. The route's folder in
 * app/routes/ has the same path without its parameter.
 */
export const pages: Readonly<Record<string, PageProperties>> = {
  ":slug?": { ...publicPageOptions, unverifiedForms: "free", hasExperiments: true, isInSitemap: true },
  "registration/formstarted": { ...personalPageOptions, unverifiedForms: "confirmed", hasExperiments: true },
  "registration/formfinished": { ...personalPageOptions, unverifiedForms: "confirmed", hasExperiments: true },
  "registration/registrationformemailpendingcomplete": {
    ...personalPageOptions,
    unverifiedForms: "confirmed",
  },
  "registration/registrationformemailactivecomplete": personalPageOptions,
  "registration/activateaccount": { ...personalPageOptions, unverifiedForms: "confirmed" },
  "registration/activateaccountError": personalPageOptions,
  "registration/deny": { privacy: "public", status: 403 },
  "registration/gift-voucher": { ...publicPageOptions, isInSitemap: true },
  "registration/resend": { ...personalPageOptions, unverifiedForms: "confirmed", canBeSplitTarget: true },
  "registration/events": { ...personalPageOptions, isEventStream: true },
  "membership-interest": { ...publicPageOptions, isInSitemap: true },
  "membership-interest/apply": {
    ...personalPageOptions,
    unverifiedForms: "confirmed",
    canBeSplitTarget: true,
  },
  "membership-interest/confirmation": personalPageOptions,
  "admin/registrationlinkgenerator": { ...personalPageOptions, unverifiedForms: "confirmed" },
  "admin/splitgenerator": { ...personalPageOptions, unverifiedForms: "confirmed" },
  invite: personalPageOptions,
  login: { ...personalPageOptions, unverifiedForms: "confirmed" },
  logout: { ...personalPageOptions, unverifiedForms: "confirmed", hasOnlyAction: true },
  language: { ...personalPageOptions, unverifiedForms: "free", hasOnlyAction: true },
  consent: { ...personalPageOptions, unverifiedForms: "confirmed", hasOnlyAction: true },
  "products/:product": {
    ...publicPageOptions,
    parameterValues: products.map(({ slug }) => slug),
    isInSitemap: true,
  },
  "s/:token": personalPageOptions,
  "coming-soon/:provider": {
    ...publicPageOptions,
    parameterValues: announcedWays.map(({ slug }) => slug),
  },
  "info/accessibility": { ...publicPageOptions, isInSitemap: true },
  "info/:page": {
    ...publicPageOptions,
    parameterValues: infoPages.map(({ slug }) => slug),
    isPlaceholder: true,
  },
  "error/404": { privacy: "public", status: 404 },
  "error/500": personalPageOptions,
};

/** Generated files at the root of the site, without a language prefix. */
export const generatedFiles = ["robots.txt", "sitemap.xml", "site.webmanifest"];

/**
 * Returns the entry of a route. Remix needs a different id for each language, because all languages use the same
 * module.
 */
function createRoute(prefix: string, path: string, folder = getRouteFolder(path)): RouteConfigEntry {
  const routePath = [prefix, path].filter(Boolean).join("/");
  return { path: routePath, file: `routes/${folder}/route.tsx`, id: routePath, caseSensitive: true };
}

function getRouteFolder(path: string): string {
  return path.replace(/\/?:.*/, "") || "landing";
}

export default [
  ...["", ...localeCodes].flatMap((prefix) => [
    ...Object.keys(pages).map((path) => createRoute(prefix, path)),
    createRoute(prefix, "*", "unmatched"),
  ]),
  ...generatedFiles.map((path) => createRoute("", path)),
  // The browser goes to this page from an unknown path if /error/404 cannot be reached (docs/product/pages.md#pages).
  createRoute("acquisition", "error/404"),
] satisfies RouteConfigEntry[];
