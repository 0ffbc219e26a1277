export interface CountryOption {
  isoCode: string;
  termsPkString: string;
  dataPolicyPkString: string;
}

/** The countries in which visitors can register (docs/product/registration.md#referrers-and-country). */
export const allCountryCodes =
  "AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV NL PL PT RO SE SI SK".split(" ");

// Austria and Luxembourg use Germany's legal texts. If a visitor changes between these three countries, the agreement
// to the texts stays valid.
const legalTextsCountryByIsoCode: Record<string, string> = { AT: "de", LU: "de" };

/**
 * Returns the options of an access code: each country that it offers, with the keys of the country's legal texts, such
 * as `terms-de` and `privacy-de`.
 */
export function createCountryOptions(countryCodes: readonly string[]): CountryOption[] {
  return countryCodes.map((isoCode) => {
    const legalTextsKey = legalTextsCountryByIsoCode[isoCode] ?? isoCode.toLowerCase();
    return {
      isoCode,
      termsPkString: `terms-${legalTextsKey}`,
      dataPolicyPkString: `privacy-${legalTextsKey}`,
    };
  });
}
