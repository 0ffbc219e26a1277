export interface CountryOption {
  isoCode: string;
  termsPkString: string;
  dataPolicyPkString: string;
}

/** Every country of docs/product.md#referrers-and-country. */
export const allCountries = (
  "AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV " + "NL PL PT RO SE SI SK"
).split(" ");

// Austria and Luxembourg share Germany's texts: a change of country need not change the texts.
const textsOf: Record<string, string> = { AT: "de", LU: "de" };

/** The options of a code: its countries with the keys of their legal texts, `terms-de` and `privacy-de` say. */
export function countryOptions(countries: readonly string[]): CountryOption[] {
  return countries.map((isoCode) => {
    const key = textsOf[isoCode] ?? isoCode.toLowerCase();
    return { isoCode, termsPkString: `terms-${key}`, dataPolicyPkString: `privacy-${key}` };
  });
}
