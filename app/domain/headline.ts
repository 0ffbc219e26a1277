/**
 * The headlines of landing pages (docs/product/pages.md#landing-page). The lean flow's second step has a headline of
 * its own.
 */
export type HeadlineVariant = "default" | "social" | "viral" | "viralProductShare" | "daba";

/**
 * Returns the headline for a landing page's slug. Campaigns have fixed headlines. For a slug that is no campaign, the
 * feature `headline` decides (docs/product/cookies-and-events.md#experiments-and-seasons).
 */
export function chooseHeadline(slug: string | undefined, featureVariant: HeadlineVariant): HeadlineVariant {
  switch (slug) {
    case "social":
    case "viral":
    case "daba":
      return slug;
    case "viral-product-share":
      return "viralProductShare";
    default:
      return featureVariant;
  }
}
