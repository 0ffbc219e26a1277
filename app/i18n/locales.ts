/** The namespaces of text: one JSON file each in every locale's folder. */
export const namespaces = [
  "common",
  "frame",
  "errors",
  "landing",
  "countdown",
  "season",
  "registration",
  "progress",
  "deny",
  "activation",
  "interest",
  "account",
  "admin",
  "sharing",
  "pages",
  "accessibility",
  "products",
] as const;
export type Namespace = (typeof namespaces)[number];

/** A locale (docs/product/pages.md#languages). The variable LOCALE_DOMAINS assigns locales to hosts. */
interface LocaleEntry {
  code: string;
  languageTag: string;
  /** The language's own name. */
  name: string;
  /** True if the language has letters that only the display font's second file contains (docs/develop/design.md). */
  hasExtendedLatin?: true;
}

/** The list of all locales (docs/product/pages.md#languages). */
export const locales = [
  { code: "en", languageTag: "en-US", name: "English" },
  { code: "de", languageTag: "de-DE", name: "Deutsch" },
  { code: "fr", languageTag: "fr-FR", name: "Français" },
  { code: "it", languageTag: "it-IT", name: "Italiano" },
  { code: "nl", languageTag: "nl-NL", name: "Nederlands" },
  { code: "pl", languageTag: "pl-PL", name: "Polski", hasExtendedLatin: true },
  { code: "sv", languageTag: "sv-SE", name: "Svenska" },
] as const satisfies readonly LocaleEntry[];

export type Locale = (typeof locales)[number]["code"];
export const localeCodes: readonly Locale[] = locales.map((localeEntry) => localeEntry.code);
export const fallbackLocale: Locale = "en";

export function isLocale(text: string | undefined): text is Locale {
  return locales.some((localeEntry) => localeEntry.code === text);
}

/** Returns the locale's BCP 47 tag for `lang` attributes and `Intl`: "de-DE" for "de". */
export function getLanguageTag(locale: Locale): string {
  return locales.find((localeEntry) => localeEntry.code === locale)?.languageTag ?? "en-US";
}

/**
 * Returns the BCP 47 tag for formatting dates, numbers, names and lists in a text. For English the tag is "en-GB",
 * because the English texts are British.
 */
export function getFormatLanguageTag(locale: Locale): string {
  return locale === "en" ? "en-GB" : getLanguageTag(locale);
}

/** Writes names as a list in a sentence: "Munich, Dornach and Vösendorf". */
export function formatList(locale: Locale, names: readonly string[]): string {
  const formattedList = new Intl.ListFormat(getFormatLanguageTag(locale), { type: "conjunction" }).format(
    names,
  );
  return locale === "pl" ? addNoBreakSpaces(formattedList) : formattedList;
}

/** Replaces the space after one-letter words with a no-break space: in Polish such a word must not end a line. */
function addNoBreakSpaces(text: string): string {
  return text.replaceAll(/(?<![\p{L}\d])(\p{L}) /gu, "$1\u00a0");
}

/** Returns true if the locale's texts need the second file of the display font. */
export function hasExtendedLatin(locale: Locale): boolean {
  return locales.some((localeEntry) => localeEntry.code === locale && "hasExtendedLatin" in localeEntry);
}
