import { isLocale } from "~/i18n/locales";

/** Pages of one path segment, which no campaign's slug can be. */
const namedPages = new Set(["consent", "invite", "language", "login", "logout", "membership-interest"]);

/** The landing page's validity check (docs/product.md#pages): a campaign's slug, or none. */
export function isLandingSlug(slug: string | undefined): boolean {
  if (slug === undefined) return true;
  return slug.length <= 64 && !isLocale(slug) && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug);
}

/** The campaign's slug of a path below base path and prefix, where that is the landing page's. */
export function campaignOf(path: string): string | undefined {
  return isLandingPath(path) && path.length > 1 ? path.slice(1) : undefined;
}

/** Whether a path below base path and prefix is the landing page's. */
export function isLandingPath(path: string): boolean {
  const [, slug = "", ...deeper] = path.split("/");
  if (deeper.length > 0 || namedPages.has(slug)) return false;
  return isLandingSlug(slug === "" ? undefined : slug);
}
