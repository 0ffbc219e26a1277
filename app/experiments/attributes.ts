import { countryOfHost, countryOfTimeZone } from "~/domain/countries.server";
import type { Locale } from "~/i18n/locales";

/**
 * The facts about a visitor that a request brings along (docs/product.md#experiments-and-seasons): no page asks for any
 * of it.
 */
export interface Attributes {
  locale: Locale;
  /** The host's, else the time zone's. */
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
  /** Sec-CH-UA-Mobile (User-Agent Client Hints, section 3.3): "?1" or "?0", where a browser sends it. */
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

/** The same for all whose attributes are the same. */
export function attributesKey({ locale, country, deviceClass, loggedIn, campaign }: Attributes): string {
  return `${locale} ${country ?? ""} ${deviceClass} ${loggedIn ? "in" : ""} ${campaign ?? ""}`;
}
