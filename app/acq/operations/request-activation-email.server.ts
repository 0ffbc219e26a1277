import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "~/acq/client.server";
import type { AcqAnswer } from "~/acq/answers";

const operationDocument = graphql(`
  mutation requestActivationEmail($email: String!, $locale: String!) {
    requestActivationEmail(email: $email, locale: $locale) {
      status
    }
  }
`);

const answerSchema = z
  .object({ requestActivationEmail: z.object({ status: z.string() }) })
  .transform(() => null);

/**
 * Asks acq to send a pending account's activation e-mail again. The response never reveals whether the account exists.
 */
export function requestActivationEmail(
  acq: Acq,
  variables: { email: string; locale: string },
  idempotencyKey: string,
): Promise<AcqAnswer<null>> {
  return acq.request({ operationDocument, variables, answerSchema, idempotencyKey });
}
