import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "~/acq/client.server";
import { type AcqResult, createOptionalText } from "~/acq/results";

const operationDocument = graphql(`
  query countryDetails {
    countryDetails {
      country
    }
  }
`);

const responseSchema = z
  .object({ countryDetails: z.object({ country: createOptionalText(2) }).nullable() })
  .transform((data) => data.countryDetails?.country ?? null);

/**
 * Requests the visitor's country; null if acq does not know it (docs/product/registration.md#referrers-and-country).
 * The call is optional, since a page can do without the country.
 */
export function fetchClientCountry(acq: Acq): Promise<AcqResult<string | null>> {
  return acq.request({ operationDocument, variables: {}, responseSchema, isOptional: true });
}
