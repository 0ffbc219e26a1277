import * as z from "zod";
import { graphql, type VariablesOf } from "gql.tada";
import { maxLengths, createOptionalText, createEnumSchema } from "~/acq/answers";
import type { Acq } from "../client.server";
import { codeErrorAnswer, type AcqAnswer } from "../answers";

const operationDocument = graphql(`
  mutation submitRegistration($input: RegistrationInput!) {
    submitRegistration(input: $input) {
      status
      registrationId
      errors
    }
  }
`);
export type RegistrationInput = VariablesOf<typeof operationDocument>["input"];

const answer = z.object({
  submitRegistration: z.object({
    status: createEnumSchema(["CREATED", "PENDING", "ACTIVE", "REJECTED"], "REJECTED"),
    registrationId: createOptionalText(maxLengths.registrationId),
    errors: z.array(codeErrorAnswer).catch([]),
  }),
});
export type RegistrationAnswer = z.infer<typeof answer>["submitRegistration"];

/**
 * Submits a registration.
 *
 * @param idempotencyKey - acq registers only once for calls with the same key
 */
export async function submitRegistration(
  acq: Acq,
  input: RegistrationInput,
  idempotencyKey: string,
): Promise<AcqAnswer<RegistrationAnswer>> {
  const result = await acq.request({ operationDocument, variables: { input }, answer, idempotencyKey });
  return result.ok ? { ok: true, data: result.data.submitRegistration } : result;
}
