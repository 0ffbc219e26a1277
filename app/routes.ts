import type { RouteConfigEntry } from "@remix-run/route-config";
import { infoPages } from "./domain/info-pages";
import { products } from "./domain/products";
import { announcedWays } from "./domain/registration/sign-up-ways";
import { localeCodes } from "./i18n/locales";

/** The properties of a page by its path. app/request/paths.ts reads them. */
export interface Page {
  /** The possible values of the path's parameter, if it is a closed list. */
  values?: readonly string[];
  /**
   * A "public" page contains nothing of its visitor and is cached (docs/decisions/page-cache.md). A "personal" page is
   * never cached, and no other site gets its address (app/request/privacy.ts).
   */
  privacy: "public" | "personal";
  /** The status of a public page; 200 if not given. */
  status?: 403 | 404;
  /**
   * `free`: the form needs no token. `confirmed`: for a form of unknown origin the action asks for a confirmation
   * (docs/decisions/request-guard.md). Without a value such forms are refused.
   */
  formToken?: "free" | "confirmed";
  /** True if features change the page. Only such pages assign visitors to experiments. */
  experiments?: true;
  sitemap?: true;
  /** True if a split link may redirect to the page. */
  splitTarget?: true;
  /** True if the path has only a form's action and no page: GET is answered with 404. */
  formOnly?: true;
  /** True for an event stream. */
  stream?: true;
}

const publicPage = { privacy: "public", splitTarget: true } as const;
const personalPage = { privacy: "personal" } as const;

/**
 * All pages of docs/product/pages.md#pages by path, below the locale's prefix. The folder in app/routes/ has the same
 * name without parameters.
 */
export const pages: Readonly<Record<string, Page>> = {
  ":slug?": { ...publicPage, formToken: "free", experiments: true, sitemap: true },
  "registration/formstarted": { ...personalPage, formToken: "confirmed", experiments: true },
  "registration/formfinished": { ...personalPage, formToken: "confirmed", experiments: true },
  "registration/registrationformemailpendingcomplete": { ...personalPage, formToken: "confirmed" },
  "registration/registrationformemailactivecomplete": personalPage,
  "registration/activateaccount": { ...personalPage, formToken: "confirmed" },
  "registration/activateaccountError": personalPage,
  "registration/deny": { privacy: "public", status: 403 },
  "registration/gift-voucher": { ...publicPage, sitemap: true },
  "registration/resend": { ...personalPage, formToken: "confirmed", splitTarget: true },
  "registration/events": { ...personalPage, stream: true },
  "membership-interest": { ...publicPage, sitemap: true },
  "membership-interest/apply": { ...personalPage, formToken: "confirmed", splitTarget: true },
  "membership-interest/confirmation": personalPage,
  "admin/registrationlinkgenerator": { ...personalPage, formToken: "confirmed" },
  "admin/splitgenerator": { ...personalPage, formToken: "confirmed" },
  invite: personalPage,
  login: { ...personalPage, formToken: "confirmed" },
  logout: { ...personalPage, formToken: "confirmed", formOnly: true },
  language: { ...personalPage, formToken: "free", formOnly: true },
  consent: { ...personalPage, formToken: "confirmed", formOnly: true },
  "products/:product": {
    ...publicPage,
    values: products.map(({ slug }) => slug),
    sitemap: true,
  },
  "s/:token": personalPage,
  "coming-soon/:provider": {
    ...publicPage,
    values: announcedWays.map(({ slug }) => slug),
  },
  "info/:page": { ...publicPage, values: infoPages.map(({ slug }) => slug) },
  "error/404": { privacy: "public", status: 404 },
  "error/500": personalPage,
};

/** Files at the root only, without a language. */
export const files = ["robots.txt", "sitemap.xml", "site.webmanifest"];

/** The route of each language has an id of its own, since all of them share a module. */
function routeOf(prefix: string, path: string, folder = folderOf(path)): RouteConfigEntry {
  const fullPath = [prefix, path].filter(Boolean).join("/");
  return { path: fullPath, file: `routes/${folder}/route.tsx`, id: fullPath, caseSensitive: true };
}

function folderOf(path: string): string {
  return path.replace(/\/?:.*/, "") || "landing";
}

export default [
  ...["", ...localeCodes].flatMap((prefix) => [
    ...Object.keys(pages).map((path) => routeOf(prefix, path)),
    routeOf(prefix, "*", "unmatched"),
  ]),
  ...files.map((path) => routeOf("", path)),
  // Browsers that failed to follow the redirect to /error/404 request this address (docs/product/pages.md#pages).
  routeOf("acquisition", "error/404"),
] satisfies RouteConfigEntry[];
