import type { Config } from "~/config/environment";
import { isLocale, type Locale } from "~/i18n/locales";
import { negotiateLocale } from "~/i18n/negotiate";
import type { Cookies } from "~/cookies/cookies.server";

interface LocaleSources {
  /** The locale in the URL's prefix. It takes precedence over all other sources of the language. */
  prefixLocale: Locale | undefined;
  /** The request's cookies by name. */
  requestCookies: Partial<Record<string, string>>;
  hostname: string;
  acceptLanguage: string | undefined;
}

/** Returns the language of a requested page (docs/product/pages.md#languages). */
export function resolveRequestLocale(
  { localeDomains }: Config,
  { lang, locale }: Cookies,
  { prefixLocale, requestCookies, hostname, acceptLanguage }: LocaleSources,
): Locale {
  if (prefixLocale !== undefined) return prefixLocale;
  const hostLocale = localeDomains.get(hostname);
  return negotiateLocale({
    langCookie: requestCookies[lang.name],
    localeCookie: requestCookies[locale.name],
    hostLocale: isLocale(hostLocale) ? hostLocale : undefined,
    acceptLanguage,
  });
}
