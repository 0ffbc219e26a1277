import { graphql } from "gql.tada";
import * as z from "zod";
import { longest } from "../answer-text";
import type { Acq } from "../client.server";
import { codeErrorAnswer } from "../code-errors";
import type { AcqAnswer } from "../failure";

const document = graphql(`
  mutation generateRegistrationLink($registrationCode: String!) {
    generateRegistrationLink(registrationCode: $registrationCode) {
      link {
        registrationCode
        validityTimestamp
        expiresAt
      }
      errors
    }
  }
`);

const answer = z.object({
  generateRegistrationLink: z.object({
    link: z
      .object({
        registrationCode: z.string().max(longest.registrationCode),
        validityTimestamp: z.string().max(longest.validityTimestamp),
        expiresAt: z.iso.datetime({ offset: true }),
      })
      .nullable(),
    errors: z.array(codeErrorAnswer),
  }),
});
export type RegistrationLinkAnswer = z.infer<typeof answer>["generateRegistrationLink"];

/** Makes a registration link's parts, valid for 14 days from now (docs/product.md#constants). */
export async function generateRegistrationLink(
  acq: Acq,
  registrationCode: string,
  idempotencyKey: string,
): Promise<AcqAnswer<RegistrationLinkAnswer>> {
  const asked = await acq.ask({ document, variables: { registrationCode }, answer, idempotencyKey });
  return asked.ok ? { ok: true, data: asked.data.generateRegistrationLink } : asked;
}
