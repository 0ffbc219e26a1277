/** The languages of the interface (spec.md, section 1), the fallback first. */
export const locales = ["en", "de", "fr", "it", "nl", "pl", "sv"] as const;

export type Locale = (typeof locales)[number];
