/** The headlines of docs/product/pages.md#landing-page. The second step of the lean flow has another headline. */
export type HeadlineVariant = "default" | "social" | "viral" | "viralProductShare" | "daba";

/**
 * Returns the headline of a campaign; for any other slug, the headline that the feature selects
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
