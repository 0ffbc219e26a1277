import * as z from "zod";
import { graphql } from "gql.tada";
import type { Acq } from "~/acq/client.server";
import { type AcqResult, createEnumSchema, createOptionalText, maxAcqTextLengths } from "~/acq/results";

const operationDocument = graphql(`
  mutation activateAccount($accountActivationId: ID!) {
    activateAccount(accountActivationId: $accountActivationId) {
      status
      registrationId
      continueUrl
    }
  }
`);

const responseSchema = z
  .object({
    activateAccount: z.object({
      status: createEnumSchema(["ACTIVATED", "ALREADY_ACTIVE", "NOT_FOUND", "FAILED"], "FAILED"),
      registrationId: createOptionalText(maxAcqTextLengths.registrationId),
      continueUrl: z
        .url({ protocol: /^https?$/ })
        .max(maxAcqTextLengths.continueUrl)
        .nullable()
        .catch(null),
    }),
  })
  .transform((data) => data.activateAccount);

/** Activates an account. A second call has no effect. */
export function activateAccount(
  acq: Acq,
  accountActivationId: string,
  idempotencyKey: string,
): Promise<AcqResult<z.infer<typeof responseSchema>>> {
  return acq.request({
    operationDocument,
    variables: { accountActivationId },
    responseSchema,
    idempotencyKey,
  });
}
