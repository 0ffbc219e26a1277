import * as z from "zod";
import { graphql, type VariablesOf } from "gql.tada";
import type { Acq } from "~/acq/client.server";
import {
  type AcqAnswer,
  registrationCodeErrorSchema,
  createEnumSchema,
  createOptionalText,
  maxAcqTextLengths,
} from "~/acq/answers";

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

const answerSchema = z
  .object({
    submitRegistration: z.object({
      status: createEnumSchema(["CREATED", "PENDING", "ACTIVE", "REJECTED"], "REJECTED"),
      registrationId: createOptionalText(maxAcqTextLengths.registrationId),
      errors: z.array(registrationCodeErrorSchema).catch([]),
    }),
  })
  .transform((data) => data.submitRegistration);

/**
 * Submits a registration.
 *
 * @param idempotencyKey - acq registers only once for calls with the same key
 */
export function submitRegistration(
  acq: Acq,
  input: RegistrationInput,
  idempotencyKey: string,
): Promise<AcqAnswer<z.infer<typeof answerSchema>>> {
  return acq.request({ operationDocument, variables: { input }, answerSchema, idempotencyKey });
}
