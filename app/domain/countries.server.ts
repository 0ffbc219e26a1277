import type { Acq } from "~/acq/client.server";
import { fetchClientCountry } from "~/acq/operations/country-details.server";
import { waitAtMost } from "~/utils/time-limit";

/**
 * The countries that a person can register in (docs/product/registration.md#referrers-and-country), ISO 3166-1 alpha-2.
 */
export const countries = [
  "AT",
  "BE",
  "BG",
  "CH",
  "CY",
  "CZ",
  "DE",
  "DK",
  "EE",
  "ES",
  "FI",
  "FR",
  "GR",
  "HR",
  "HU",
  "IE",
  "IT",
  "LT",
  "LU",
  "LV",
  "NL",
  "PL",
  "PT",
  "RO",
  "SE",
  "SI",
  "SK",
] as const;
type Country = (typeof countries)[number];

export const defaultCountry: Country = "DE";

export function isCountry(text: string | null | undefined): text is Country {
  return countries.some((country) => country === text);
}

/** The time zones of each country (IANA time zone database), under the names that browsers use. */
export const timeZones = {
  AT: ["Europe/Vienna"],
  BE: ["Europe/Brussels"],
  BG: ["Europe/Sofia"],
  CH: ["Europe/Zurich"],
  CY: ["Asia/Nicosia", "Asia/Famagusta"],
  CZ: ["Europe/Prague"],
  DE: ["Europe/Berlin", "Europe/Busingen"],
  DK: ["Europe/Copenhagen"],
  EE: ["Europe/Tallinn"],
  ES: ["Europe/Madrid", "Africa/Ceuta", "Atlantic/Canary"],
  FI: ["Europe/Helsinki", "Europe/Mariehamn"],
  FR: ["Europe/Paris"],
  GR: ["Europe/Athens"],
  HR: ["Europe/Zagreb"],
  HU: ["Europe/Budapest"],
  IE: ["Europe/Dublin"],
  IT: ["Europe/Rome"],
  LT: ["Europe/Vilnius"],
  LU: ["Europe/Luxembourg"],
  LV: ["Europe/Riga"],
  NL: ["Europe/Amsterdam"],
  PL: ["Europe/Warsaw"],
  PT: ["Europe/Lisbon", "Atlantic/Azores", "Atlantic/Madeira"],
  RO: ["Europe/Bucharest"],
  SE: ["Europe/Stockholm"],
  SI: ["Europe/Ljubljana"],
  SK: ["Europe/Bratislava"],
} as const satisfies Record<Country, readonly string[]>;

const countryByZone = new Map<string | undefined, Country>(
  countries.flatMap((country) => timeZones[country].map((zone) => [zone, country] as const)),
);

/** Returns the country of a time zone; undefined if visitors cannot register in that country. */
export function findTimeZoneCountry(timeZone: string | undefined): Country | undefined {
  return countryByZone.get(timeZone);
}

/**
 * Returns the country of a host's top-level domain, such as DE for de. Returns undefined for com, and for countries in
 * which visitors cannot register (docs/product/registration.md#referrers-and-country).
 */
export function findHostCountry(hostname: string): Country | undefined {
  const topLevelDomain = hostname.slice(hostname.lastIndexOf(".") + 1).toUpperCase();
  const countryCode = topLevelDomain === "UK" ? "GB" : topLevelDomain;
  return isCountry(countryCode) ? countryCode : undefined;
}

const lookupTimeoutMs = 300;

interface CountryDependencies {
  acq: Acq;
  log: { info(fields: object, text: string): void };
}

/** The parts of a request that indicate its visitor's country. */
export interface CountryHints {
  hostname: string;
  /** The browser's time zone as an IANA name; undefined if the request has no valid `tz` cookie. */
  timeZone: string | undefined;
}

/**
 * Detects the visitor's country (docs/product/registration.md#referrers-and-country). Uses the first of these that is
 * known: acq's response, the host's top-level domain, the browser's time zone, the default. Waits for acq at most 300
 * ms.
 */
export async function detectCountry(
  dependencies: CountryDependencies,
  hints: CountryHints,
): Promise<Country> {
  return (
    (await fetchCountryFromAcq(dependencies)) ??
    findHostCountry(hints.hostname) ??
    findTimeZoneCountry(hints.timeZone) ??
    defaultCountry
  );
}

async function fetchCountryFromAcq({ acq, log }: CountryDependencies): Promise<Country | undefined> {
  const response = await waitAtMost(fetchClientCountry(acq), lookupTimeoutMs);
  if (response?.ok) return isCountry(response.data) ? response.data : undefined;
  log.info(
    { reason: response?.failure.kind ?? "late" },
    "acq did not return the visitor's country: the page's host, the time zone or the default determines it",
  );
  return undefined;
}
