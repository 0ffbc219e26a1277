import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "~/acq/client.server";
import type { AcqResult } from "~/acq/results";

const operationDocument = graphql(`
  mutation requestActivationEmail($email: String!, $locale: String!) {
    requestActivationEmail(email: $email, locale: $locale) {
      status
    }
  }
`);

const responseSchema = z
  .object({ requestActivationEmail: z.object({ status: z.string() }) })
  .transform(() => null);

/**
 * Asks acq to send a pending account's activation e-mail again. The response never reveals whether the account exists.
 */
export function requestActivationEmail(
  acq: Acq,
  variables: { email: string; locale: string },
  idempotencyKey: string,
): Promise<AcqResult<null>> {
  return acq.request({ operationDocument, variables, responseSchema, idempotencyKey });
}
