import { countryOfHost, countryOfTimeZone } from "~/domain/countries.server";
import type { Locale } from "~/i18n/locales";

/**
 * A visitor's attributes that a request contains anyway (docs/product/cookies-and-events.md#experiments-and-seasons).
 */
export interface Attributes {
  locale: Locale;
  /** The country of the host, otherwise of the time zone. */
  country: string | undefined;
  deviceClass: "mobile" | "desktop" | "unknown";
  loggedIn: boolean;
  /** The landing page's slug. */
  campaign: string | undefined;
}

interface VisitorFacts {
  locale: Locale;
  hostname: string;
  timeZone: string | undefined;
  /** Sec-CH-UA-Mobile (User-Agent Client Hints, section 3.3): "?1" or "?0", if the browser sends it. */
  mobile: string | undefined;
  loggedIn: boolean;
  campaign: string | undefined;
}

export function attributesOf({
  locale,
  hostname,
  timeZone,
  mobile,
  loggedIn,
  campaign,
}: VisitorFacts): Attributes {
  return {
    locale,
    country: countryOfHost(hostname) ?? countryOfTimeZone(timeZone),
    deviceClass: mobile === "?1" ? "mobile" : mobile === "?0" ? "desktop" : "unknown",
    loggedIn,
    campaign,
  };
}

/** Returns a cache key, which is the same for the same attributes. */
export function attributesKey({ locale, country, deviceClass, loggedIn, campaign }: Attributes): string {
  return `${locale} ${country ?? ""} ${deviceClass} ${loggedIn ? "in" : ""} ${campaign ?? ""}`;
}
