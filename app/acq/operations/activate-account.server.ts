import * as z from "zod";
import { graphql } from "gql.tada";
import { maxLengths, createOptionalText, createEnumSchema } from "~/acq/answers";
import type { Acq } from "../client.server";
import type { AcqAnswer } from "../answers";

const operationDocument = graphql(`
  mutation activateAccount($accountActivationId: ID!) {
    activateAccount(accountActivationId: $accountActivationId) {
      status
      registrationId
      continueUrl
    }
  }
`);

const answer = z.object({
  activateAccount: z.object({
    status: createEnumSchema(["ACTIVATED", "ALREADY_ACTIVE", "NOT_FOUND", "FAILED"], "FAILED"),
    registrationId: createOptionalText(maxLengths.registrationId),
    continueUrl: z
      .url({ protocol: /^https?$/ })
      .max(maxLengths.continueUrl)
      .nullable()
      .catch(null),
  }),
});
export type ActivationAnswer = z.infer<typeof answer>["activateAccount"];

/** Activates an account. A second call has no effect. */
export async function activateAccount(
  acq: Acq,
  accountActivationId: string,
  idempotencyKey: string,
): Promise<AcqAnswer<ActivationAnswer>> {
  const result = await acq.request({
    operationDocument,
    variables: { accountActivationId },
    answer,
    idempotencyKey,
  });
  return result.ok ? { ok: true, data: result.data.activateAccount } : result;
}
