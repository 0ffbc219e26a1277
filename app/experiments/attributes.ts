import { findHostCountry, findTimeZoneCountry } from "~/domain/countries.server";
import type { Locale } from "~/i18n/locales";

/**
 * The visitor's attributes that experiments may use. All of them are read from the request
 * (docs/product/cookies-and-events.md#experiments-and-seasons).
 */
export interface ExperimentAttributes {
  locale: Locale;
  /** The country of the host's top-level domain, otherwise of the browser's time zone. */
  country: string | undefined;
  deviceClass: "mobile" | "desktop" | "unknown";
  loggedIn: boolean;
  /** The landing page's slug. */
  campaign: string | undefined;
}

interface AttributeSources {
  locale: Locale;
  hostname: string;
  timeZone: string | undefined;
  /** Sec-CH-UA-Mobile (User-Agent Client Hints, section 3.3): "?1" or "?0", if the browser sends it. */
  mobileHint: string | undefined;
  loggedIn: boolean;
  campaign: string | undefined;
}

export function createAttributes({
  locale,
  hostname,
  timeZone,
  mobileHint,
  loggedIn,
  campaign,
}: AttributeSources): ExperimentAttributes {
  return {
    locale,
    country: findHostCountry(hostname) ?? findTimeZoneCountry(timeZone),
    deviceClass: mobileHint === "?1" ? "mobile" : mobileHint === "?0" ? "desktop" : "unknown",
    loggedIn,
    campaign,
  };
}

/** Returns a cache key. Equal attributes have equal keys. */
export function createAttributesKey({
  locale,
  country,
  deviceClass,
  loggedIn,
  campaign,
}: ExperimentAttributes): string {
  return `${locale} ${country ?? ""} ${deviceClass} ${loggedIn ? "in" : ""} ${campaign ?? ""}`;
}
