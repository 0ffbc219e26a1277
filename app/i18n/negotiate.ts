import Negotiator from "negotiator";
import { memoizeHeader } from "./memoize";
import { fallbackLocale, isLocale, localeCodes, type Locale } from "./locales";

/** The parts of a request that may indicate its language. A missing or unsuitable part is undefined. */
export interface LanguageHints {
  langCookie: string | undefined;
  localeCookie: string | undefined;
  /** The locale of the host's domain entry, LOCALE_DOMAINS. */
  hostLocale: Locale | undefined;
  acceptLanguage: string | undefined;
}

/**
 * Returns the language of a page without prefix (docs/product/pages.md#languages). The order is: the chosen language,
 * the last visited one, the host's, the browser's (RFC 9110, section 12.5.4), English.
 */
export function negotiateLocale(hints: LanguageHints): Locale {
  if (isLocale(hints.langCookie)) return hints.langCookie;
  if (isLocale(hints.localeCookie)) return hints.localeCookie;
  if (hints.hostLocale) return hints.hostLocale;
  return hints.acceptLanguage ? browsersLocale(hints.acceptLanguage) : fallbackLocale;
}

const browsersLocale = memoizeHeader((acceptLanguage): Locale => {
  const negotiator = new Negotiator({ headers: { "accept-language": acceptLanguage } });
  const best = negotiator.language([...localeCodes]);
  return isLocale(best) ? best : fallbackLocale;
});

/** Splits a path of the site: "/de/registration/deny" has the prefix "/de" and the rest "/registration/deny". */
export function splitPrefix(path: string): { prefix: string; locale: Locale | undefined; rest: string } {
  const [, firstSegment] = /^\/([^/?#]*)/.exec(path) ?? [];
  if (!isLocale(firstSegment)) return { prefix: "", locale: undefined, rest: path };
  const rest = path.slice(firstSegment.length + 1);
  return { prefix: `/${firstSegment}`, locale: firstSegment, rest: rest.startsWith("/") ? rest : `/${rest}` };
}
