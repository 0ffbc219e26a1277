import { graphql } from "gql.tada";
import * as z from "zod";
import { createOptionalText } from "~/acq/answers";
import type { Acq } from "../client.server";
import type { AcqAnswer } from "../answers";

const operationDocument = graphql(`
  query countryDetails {
    countryDetails {
      country
    }
  }
`);

const answer = z.object({ countryDetails: z.object({ country: createOptionalText(2) }).nullable() });

/**
 * Requests the visitor's country; null if acq does not know it (docs/product/registration.md#referrers-and-country).
 * The call is optional, since a page can do without the country.
 */
export async function countryDetails(acq: Acq): Promise<AcqAnswer<string | null>> {
  const result = await acq.request({ operationDocument, variables: {}, answer, isOptional: true });
  return result.ok ? { ok: true, data: result.data.countryDetails?.country ?? null } : result;
}
