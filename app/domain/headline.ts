/** The headlines of docs/product.md#landing-page; the lean flow's second step has its own on its own page. */
export type HeadlineVariant = "default" | "social" | "viral" | "viralProductShare" | "daba";

/**
 * A campaign's own headline before the feature's (docs/product.md#experiments-and-seasons); any other slug has none.
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
