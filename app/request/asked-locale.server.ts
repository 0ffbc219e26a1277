import type { Config } from "~/config/environment";
import { isLocale, type Locale } from "~/i18n/locales";
import { negotiateLocale } from "~/i18n/negotiate";
import type { Cookies } from "./cookies/cookies.server";

interface Asking {
  /** The locale of the address, which takes precedence. */
  prefixed: Locale | undefined;
  /** Cookies by name. */
  requestCookies: Partial<Record<string, string>>;
  hostname: string;
  acceptLanguage: string | undefined;
}

/** Returns the language of a requested page (docs/product/pages.md#languages). */
export function askedLocale(
  { localeDomains }: Config,
  { lang, locale }: Cookies,
  { prefixed, requestCookies, hostname, acceptLanguage }: Asking,
): Locale {
  if (prefixed !== undefined) return prefixed;
  const hostLocale = localeDomains.get(hostname);
  return negotiateLocale({
    langCookie: requestCookies[lang.name],
    localeCookie: requestCookies[locale.name],
    hostLocale: isLocale(hostLocale) ? hostLocale : undefined,
    acceptLanguage,
  });
}
