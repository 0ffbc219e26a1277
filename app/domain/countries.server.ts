import type { Acq } from "~/acq/client.server";
import { countryDetails } from "~/acq/operations/country-details.server";

/** The countries that a person can register in (docs/product.md#referrers-and-country), ISO 3166-1 alpha-2. */
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
export type Country = (typeof countries)[number];

export const defaultCountry: Country = "DE";

export function isCountry(text: string | null | undefined): text is Country {
  return countries.some((country) => country === text);
}

/** The time zones of each country (IANA time zone database), by the names that browsers give them. */
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

/** The country that a time zone is of; undefined for a zone that is of none where one can register. */
export function countryOfTimeZone(timeZone: string | undefined): Country | undefined {
  return countryByZone.get(timeZone);
}

/** The country of a host's last label: uk is GB, and .com says nothing (docs/product.md#referrers-and-country). */
export function countryOfHost(hostname: string): Country | undefined {
  const label = hostname.slice(hostname.lastIndexOf(".") + 1).toUpperCase();
  const code = label === "UK" ? "GB" : label;
  return isCountry(code) ? code : undefined;
}

const lookUpMs = 300;

interface CountryDependencies {
  acq: Acq;
  log: { info(facts: object, text: string): void };
}

/** The hints of a request at its visitor's country. */
export interface Whereabouts {
  hostname: string;
  /** The browser's, as an IANA name; undefined when it told none. */
  timeZone: string | undefined;
}

/**
 * The visitor's country: acq's look-up, else the host's last label, else the browser's time zone, else the default
 * (docs/product.md#referrers-and-country). The look-up delays a page by 300 ms at most; one that fails is logged.
 */
export async function detectCountry(dependencies: CountryDependencies, where: Whereabouts): Promise<Country> {
  return (
    (await lookUp(dependencies)) ??
    countryOfHost(where.hostname) ??
    countryOfTimeZone(where.timeZone) ??
    defaultCountry
  );
}

async function lookUp({ acq, log }: CountryDependencies): Promise<Country | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<{ ok: false; failure: { kind: "late" } }>((resolve) => {
    timer = setTimeout(() => {
      resolve({ ok: false, failure: { kind: "late" } });
    }, lookUpMs).unref();
  });
  const asked = await Promise.race([countryDetails(acq), late]);
  // It would keep all that belongs to the request for as long.
  clearTimeout(timer);
  if (asked.ok) return isCountry(asked.data) ? asked.data : undefined;
  log.info({ reason: asked.failure.kind }, "the country look-up failed");
  return undefined;
}
