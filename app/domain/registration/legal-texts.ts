/** The keys of a country's legal texts at acq. */
export interface LegalTexts {
  termsPkString: string;
  dataPolicyPkString: string;
}

export type LegalTextsByCountry = ReadonlyMap<string, LegalTexts>;

/**
 * Writes the keys of the legal texts of all offered countries into one form field
 * (docs/product/registration.md#registration). With this field, the server knows which texts the form showed for the
 * chosen country. For example: `AT+DE,terms-de,privacy-de CH,terms-ch,privacy-ch`.
 */
export function serializeLegalTexts(countries: readonly (LegalTexts & { isoCode: string })[]): string {
  const countriesByKeys = new Map<string, string[]>();
  for (const { isoCode, termsPkString, dataPolicyPkString } of countries) {
    const legalTextKeys = `${encodeURIComponent(termsPkString)},${encodeURIComponent(dataPolicyPkString)}`;
    countriesByKeys.set(legalTextKeys, [...(countriesByKeys.get(legalTextKeys) ?? []), isoCode]);
  }
  return Array.from(countriesByKeys, ([keys, isoCodes]) => `${isoCodes.join("+")},${keys}`).join(" ");
}

/**
 * Parses the form field that `serializeLegalTexts` wrote, into a map by country. The map is empty for an invalid text.
 */
export function readLegalTexts(serializedTexts: string): LegalTextsByCountry {
  try {
    return new Map(serializedTexts.split(" ").flatMap(parseCountryGroup));
  } catch (error) {
    if (error instanceof URIError) return new Map();
    throw error;
  }
}

function parseCountryGroup(countryGroup: string): [string, LegalTexts][] {
  const [isoCodes = "", ...keys] = countryGroup.split(",");
  const [termsPkString, dataPolicyPkString] = keys.map(decodeURIComponent);
  if (termsPkString === undefined || dataPolicyPkString === undefined) return [];
  return isoCodes.split("+").map((isoCode) => [isoCode, { termsPkString, dataPolicyPkString }]);
}

/** Joins the keys of a country's terms and privacy policy into one text, for comparisons. */
export function joinLegalTextKeys({ termsPkString, dataPolicyPkString }: LegalTexts): string {
  return `${termsPkString}\n${dataPolicyPkString}`;
}

/**
 * Replaces the placeholders `{country}` and `{key}` in the operator's URL of a legal text
 * (docs/operate/configuration.md).
 */
export function fillLegalUrl(urlTemplate: string, country: string, key: string): string {
  return urlTemplate
    .replaceAll("{country}", encodeURIComponent(country))
    .replaceAll("{key}", encodeURIComponent(key));
}
