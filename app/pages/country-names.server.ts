import { isoOf, type Locale } from "~/i18n/locales";

interface CountryNames {
  names: Intl.DisplayNames;
  order: Intl.Collator;
}

const prepared = new Map<Locale, CountryNames>();

/** What countries are called in a language, and in which order; made once, since it takes a tenth of a millisecond. */
export function countryNames(locale: Locale): CountryNames {
  const known = prepared.get(locale);
  if (known) return known;
  const iso = isoOf(locale);
  const made = { names: new Intl.DisplayNames(iso, { type: "region" }), order: new Intl.Collator(iso) };
  prepared.set(locale, made);
  return made;
}
