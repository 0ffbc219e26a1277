/** The languages of the interface (docs/product.md#languages), the fallback first. */
export const locales = ["en", "de", "fr", "it", "nl", "pl", "sv"] as const;

export type Locale = (typeof locales)[number];
