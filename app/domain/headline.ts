/** The headlines of docs/product/pages.md#landing-page. The second step of the lean flow has its own. */
export type HeadlineVariant = "default" | "social" | "viral" | "viralProductShare" | "daba";

/**
 * Returns a campaign's own headline, otherwise the feature's
 * (docs/product/cookies-and-events.md#experiments-and-seasons).
 */
export function headlineFor(slug: string | undefined, feature: HeadlineVariant): HeadlineVariant {
  switch (slug) {
    case "social":
    case "viral":
    case "daba":
      return slug;
    case "viral-product-share":
      return "viralProductShare";
    default:
      return feature;
  }
}
