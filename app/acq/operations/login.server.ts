import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "~/acq/client.server";
import { type AcqResult, acqTokenSchema } from "~/acq/results";

const operationDocument = graphql(`
  mutation login($email: String!, $password: String!) {
    login(email: $email, password: $password) {
      token
    }
  }
`);

const responseSchema = z
  .object({ login: z.object({ token: acqTokenSchema.nullable() }) })
  .transform((data) => data.login.token);

/** Exchanges credentials for a token; null for wrong credentials. */
export function login(
  acq: Acq,
  variables: { email: string; password: string },
  idempotencyKey: string,
): Promise<AcqResult<string | null>> {
  return acq.request({ operationDocument, variables, responseSchema, idempotencyKey });
}
