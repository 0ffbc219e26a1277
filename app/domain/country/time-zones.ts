import { countries, type Country } from "./countries";

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
