import { graphql } from "gql.tada";
import * as z from "zod";
import { tokenAnswer } from "~/acq/answers";
import type { Acq } from "../client.server";
import type { AcqAnswer } from "../answers";

const operationDocument = graphql(`
  mutation login($email: String!, $password: String!) {
    login(email: $email, password: $password) {
      token
    }
  }
`);

const answer = z.object({ login: z.object({ token: tokenAnswer.nullable() }) });

/** Exchanges credentials for a token; null if they are wrong. */
export async function login(
  acq: Acq,
  variables: { email: string; password: string },
  idempotencyKey: string,
): Promise<AcqAnswer<string | null>> {
  const result = await acq.request({ operationDocument, variables, answer, idempotencyKey });
  return result.ok ? { ok: true, data: result.data.login.token } : result;
}
