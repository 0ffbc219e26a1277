import { route, type RouteConfigEntry } from "@remix-run/route-config";
import { localeCodes } from "./i18n/locales";

/** Every page of docs/product.md#pages: its path below the locale's prefix and its module. */
const pages = [
  [":slug?", "landing.tsx"],
  ["registration/formstarted", "registration-formstarted.tsx"],
  ["registration/formfinished", "registration-formfinished.tsx"],
  ["registration/registrationformemailpendingcomplete", "registration-pending.tsx"],
  ["registration/registrationformemailactivecomplete", "registration-active.tsx"],
  ["registration/activateaccount", "registration-activateaccount.tsx"],
  ["registration/activateaccountError", "registration-activateaccount-error.tsx"],
  ["registration/deny", "registration-deny.tsx"],
  ["registration/gift-voucher", "registration-gift-voucher.tsx"],
  ["registration/resend", "registration-resend.tsx"],
  ["registration/events", "registration-events.ts"],
  ["membership-interest", "membership-interest.tsx"],
  ["membership-interest/apply", "membership-interest-apply.tsx"],
  ["membership-interest/confirmation", "membership-interest-confirmation.tsx"],
  ["admin/registrationlinkgenerator", "admin-registrationlinkgenerator.tsx"],
  ["admin/splitgenerator", "admin-splitgenerator.tsx"],
  ["invite", "invite.tsx"],
  ["login", "login.tsx"],
  ["logout", "logout.ts"],
  ["language", "language.ts"],
  ["consent", "consent.tsx"],
  ["products/:product", "product.tsx"],
  ["s/:token", "split-link.tsx"],
  ["coming-soon/:provider", "coming-soon.tsx"],
  ["info/:page", "info.tsx"],
  ["error/404", "error-404.tsx"],
  ["error/500", "error-500.tsx"],
  ["*", "unmatched.ts"],
] as const;

const outsideLocales = [
  ["robots.txt", "robots.ts"],
  ["sitemap.xml", "sitemap.ts"],
  ["site.webmanifest", "webmanifest.ts"],
] as const;

/** An id of its own for each variant, since eight of them share a module. */
function routeOf(prefix: string, path: string, module: string): RouteConfigEntry {
  const whole = [prefix, path].filter(Boolean).join("/");
  return route(whole, `routes/${module}`, { id: whole, caseSensitive: true });
}

export default [
  ...["", ...localeCodes].flatMap((prefix) => pages.map(([path, module]) => routeOf(prefix, path, module))),
  ...outsideLocales.map(([path, module]) => routeOf("", path, module)),
  // Where a browser goes whose redirect to /error/404 failed (docs/product.md#pages).
  routeOf("acquisition", "error/404", "error-404.tsx"),
] satisfies RouteConfigEntry[];
