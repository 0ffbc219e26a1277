export interface CountryOption {
  isoCode: string;
  termsPkString: string;
  dataPolicyPkString: string;
}

/** The countries of docs/product/registration.md#referrers-and-country. */
export const allCountries = (
  "AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV " + "NL PL PT RO SE SI SK"
).split(" ");

// Austria and Luxembourg share Germany's texts, so that a change of country need not change the texts.
const textsOf: Record<string, string> = { AT: "de", LU: "de" };

/**
 * Returns the options of a code: its countries with the keys of their legal texts, such as `terms-de` and `privacy-de`.
 */
export function countryOptions(countries: readonly string[]): CountryOption[] {
  return countries.map((isoCode) => {
    const key = textsOf[isoCode] ?? isoCode.toLowerCase();
    return { isoCode, termsPkString: `terms-${key}`, dataPolicyPkString: `privacy-${key}` };
  });
}
