import { products } from "~/domain/product/products";
import { announcedWays } from "~/domain/registration/sign-up-ways";
import { isLandingPath } from "~/http/landing-slug";
import { probePaths } from "~/http/process/probe-paths";
import { ownPages } from "./club-links.server";

/** Pages that hold nothing of who asks for them. */
export const plainPages: ReadonlySet<string> = new Set([
  "/registration/gift-voucher",
  "/membership-interest",
  ...products.map(({ slug }) => `/products/${slug}`),
  ...announcedWays.map(({ slug }) => `/coming-soon/${slug}`),
  ...Object.values(ownPages).filter((path) => path.startsWith("/info/")),
]);

/** Named like a campaign, and no page: Express knows what is there. */
export const notPages: ReadonlySet<string> = new Set(["/assets", "/csp-reports", ...probePaths]);

/** What says where a visitor came from, or turns off what no shared page takes part in: no page reads it. */
export const unreadParameter = /^(?:utm_[a-z_]+|gclid|fbclid|disablegb)$/;

const openForms = new Set(["/membership-interest/apply", "/registration/resend"]);

/** The landing page would answer to these as to a campaign's slug; whoever writes them means something else. */
const halves = /^\/(?:acquisition|admin|coming-soon|data|entrance|error|info|products|registration|s)$/;

/** Whether a path below base path and prefix is a page that everybody may be sent to: no query, nobody's own. */
export function isOpenPage(path: string): boolean {
  if (plainPages.has(path) || openForms.has(path)) return true;
  return isLandingPath(path) && !notPages.has(path) && !halves.test(path);
}
