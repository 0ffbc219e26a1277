import Negotiator from "negotiator";
import { memoizeHeader } from "./memoize";
import { fallbackLocale, isLocale, localeCodes, type Locale } from "./locales";

/** The hints of a request at its language, each absent when it says nothing. */
export interface LanguageHints {
  langCookie: string | undefined;
  localeCookie: string | undefined;
  /** The locale of the host's domain entry, LOCALE_DOMAINS. */
  hostLocale: Locale | undefined;
  acceptLanguage: string | undefined;
}

/**
 * The language of an unprefixed page: chosen, last visited, the host's, the browser's (RFC 9110,
 * section 12.5.4), else English (docs/product.md#languages).
 */
export function negotiateLocale(hints: LanguageHints): Locale {
  if (isLocale(hints.langCookie)) return hints.langCookie;
  if (isLocale(hints.localeCookie)) return hints.localeCookie;
  if (hints.hostLocale) return hints.hostLocale;
  return hints.acceptLanguage ? browsersLocale(hints.acceptLanguage) : fallbackLocale;
}

const browsersLocale = memoizeHeader((acceptLanguage): Locale => {
  const wanted = new Negotiator({ headers: { "accept-language": acceptLanguage } });
  const best = wanted.language([...localeCodes]);
  return isLocale(best) ? best : fallbackLocale;
});

/** A path of the site, and its query, taken apart: "/de/registration/deny" is prefix "/de" and "/registration/deny". */
export function splitPrefix(path: string): { prefix: string; locale: Locale | undefined; rest: string } {
  const [, first] = /^\/([^/?#]*)/.exec(path) ?? [];
  if (!isLocale(first)) return { prefix: "", locale: undefined, rest: path };
  const after = path.slice(first.length + 1);
  return { prefix: `/${first}`, locale: first, rest: after.startsWith("/") ? after : `/${after}` };
}
