import type { RouteConfigEntry } from "@remix-run/route-config";
import { infoPages } from "./domain/info-pages";
import { products } from "./domain/products";
import { announcedWays } from "./domain/registration/sign-up-ways";
import { localeCodes } from "./i18n/locales";

/** All that the site knows of a page's path; app/request/paths.ts reads it, and no other file lists paths. */
export interface Page {
  /** The values of the path's parameter, where they are a closed list. */
  values?: readonly string[];
  /**
   * A "public" page holds nothing of its visitor: the page cache keeps it (docs/decisions/page-cache.md). A "personal"
   * one is never kept, and no other site gets its address (app/request/privacy.ts).
   */
  privacy: "public" | "personal";
  /** The status of a public page; 200 if not given. */
  status?: 403 | 404;
  /**
   * Its form needs no token ("free"), or its action handles a form that proves nothing, which then does nothing but come
   * back to be confirmed (docs/decisions/request-guard.md). A page with neither refuses such a form.
   */
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

const publicPage = { privacy: "public", splitTarget: true } as const;
const personalPage = { privacy: "personal" } as const;

/**
 * Every page of docs/product.md#pages by its path below the locale's prefix. Its folder in app/routes/ has the same
 * name, without parameters.
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

/** Files at the root alone, in no language. */
export const files = ["robots.txt", "sitemap.xml", "site.webmanifest"];

/** An id of its own for each variant, since eight of them share a module. */
function routeOf(prefix: string, path: string, folder = folderOf(path)): RouteConfigEntry {
  const whole = [prefix, path].filter(Boolean).join("/");
  return { path: whole, file: `routes/${folder}/route.tsx`, id: whole, caseSensitive: true };
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
  // Where a browser goes whose redirect to /error/404 failed (docs/product.md#pages).
  routeOf("acquisition", "error/404"),
] satisfies RouteConfigEntry[];
