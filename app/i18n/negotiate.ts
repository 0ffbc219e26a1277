import Negotiator from "negotiator";
import { memoizeHeader } from "~/utils/memoize";
import { fallbackLocale, isLocale, localeCodes, type Locale } from "./locales";

/**
 * The parts of a request that indicate its language. A part is undefined if it is missing or names no language of the
 * site.
 */
export interface LanguageHints {
  langCookie: string | undefined;
  localeCookie: string | undefined;
  /** The locale that LOCALE_DOMAINS assigns to the host. */
  hostLocale: Locale | undefined;
  acceptLanguage: string | undefined;
}

/**
 * Returns the language of a page without a language prefix in its URL (docs/product/pages.md#languages). Uses the first
 * of these that is known: the chosen language, the last visited URL's, the host's, the browser's (RFC 9110, section
 * 12.5.4), English.
 */
export function negotiateLocale(hints: LanguageHints): Locale {
  if (isLocale(hints.langCookie)) return hints.langCookie;
  if (isLocale(hints.localeCookie)) return hints.localeCookie;
  if (hints.hostLocale) return hints.hostLocale;
  return hints.acceptLanguage ? negotiateBrowserLocale(hints.acceptLanguage) : fallbackLocale;
}

const negotiateBrowserLocale = memoizeHeader((acceptLanguage): Locale => {
  const negotiator = new Negotiator({ headers: { "accept-language": acceptLanguage } });
  const bestLocale = negotiator.language([...localeCodes]);
  return isLocale(bestLocale) ? bestLocale : fallbackLocale;
});

/**
 * Splits a path into its language prefix and the remaining path: "/de" and "/registration/deny" for
 * "/de/registration/deny".
 */
export function splitLanguagePrefix(path: string): {
  prefix: string;
  locale: Locale | undefined;
  pathAfterPrefix: string;
} {
  const [, firstSegment] = /^\/([^/?#]*)/.exec(path) ?? [];
  if (!isLocale(firstSegment)) return { prefix: "", locale: undefined, pathAfterPrefix: path };
  const pathAfterSegment = path.slice(firstSegment.length + 1);
  return {
    prefix: `/${firstSegment}`,
    locale: firstSegment,
    pathAfterPrefix: pathAfterSegment.startsWith("/") ? pathAfterSegment : `/${pathAfterSegment}`,
  };
}
