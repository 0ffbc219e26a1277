import * as z from "zod";
import { graphql, type VariablesOf } from "gql.tada";
import type { Acq } from "~/acq/client.server";
import {
  type AcqResult,
  registrationCodeErrorSchema,
  createEnumSchema,
  createOptionalText,
  maxAcqTextLengths,
} from "~/acq/results";

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

const responseSchema = z
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
): Promise<AcqResult<z.infer<typeof responseSchema>>> {
  return acq.request({ operationDocument, variables: { input }, responseSchema, idempotencyKey });
}
