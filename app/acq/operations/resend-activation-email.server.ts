import * as z from "zod";
import { graphql } from "gql.tada";
import type { Acq } from "~/acq/client.server";
import { type AcqResult, createEnumSchema } from "~/acq/results";

const operationDocument = graphql(`
  mutation resendActivationEmail($registrationId: ID!) {
    resendActivationEmail(registrationId: $registrationId) {
      status
      retryAfter
    }
  }
`);

const responseSchema = z
  .object({
    resendActivationEmail: z.object({
      status: createEnumSchema(["SENT", "TOO_EARLY", "NOT_PENDING"], "NOT_PENDING"),
      // An invalid `retryAfter` must not make the call fail, because acq may already have sent the e-mail.
      retryAfter: z.int().nonnegative().catch(60),
    }),
  })
  .transform((data) => data.resendActivationEmail);

/** Asks acq to send the activation e-mail again. `retryAfter` in the result is in seconds. */
export function resendActivationEmail(
  acq: Acq,
  registrationId: string,
  idempotencyKey: string,
): Promise<AcqResult<z.infer<typeof responseSchema>>> {
  return acq.request({ operationDocument, variables: { registrationId }, responseSchema, idempotencyKey });
}
