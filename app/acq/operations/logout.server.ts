import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "~/acq/client.server";
import type { AcqAnswer } from "~/acq/answers";

const operationDocument = graphql(`
  mutation logout {
    logout {
      ok
    }
  }
`);

const answerSchema = z.object({ logout: z.object({ ok: z.boolean() }) }).transform((data) => data.logout.ok);

/** Makes acq invalidate the token of the request. */
export function logout(acq: Acq, idempotencyKey: string): Promise<AcqAnswer<boolean>> {
  return acq.request({ operationDocument, variables: {}, answerSchema, idempotencyKey });
}
