import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "../client.server";
import { codeErrorAnswer } from "../code-errors";
import type { AcqAnswer } from "../failure";

const document = graphql(`
  query checkRegistrationCode($registrationCode: String!, $validityTimestamp: String) {
    registrationCodeDetails(registrationCode: $registrationCode, validityTimestamp: $validityTimestamp) {
      errors
      errorDetails {
        type
        error
      }
      invitorName
      countryOptions {
        isoCode
        termsPkString
        dataPolicyPkString
      }
    }
  }
`);

const countryOption = z.object({
  isoCode: z.string(),
  termsPkString: z.string(),
  dataPolicyPkString: z.string(),
});
export type CountryOption = z.infer<typeof countryOption>;

const answer = z.object({
  registrationCodeDetails: z
    .object({
      errors: z.array(codeErrorAnswer),
      invitorName: z.string().nullable(),
      countryOptions: z.array(countryOption),
    })
    .nullable(),
});
export type RegistrationCodeDetails = z.infer<typeof answer>["registrationCodeDetails"];

/** Asks what a code is good for (spec.md, section 7, call 4). */
export async function checkRegistrationCode(
  acq: Acq,
  variables: { registrationCode: string; validityTimestamp: string | null },
): Promise<AcqAnswer<RegistrationCodeDetails>> {
  const asked = await acq.ask({ document, variables, answer });
  return asked.ok ? { ok: true, data: asked.data.registrationCodeDetails } : asked;
}
