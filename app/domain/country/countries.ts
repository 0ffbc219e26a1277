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
