import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "../client.server";
import type { AcqAnswer } from "../answers";

const operationDocument = graphql(`
  mutation logout {
    logout {
      ok
    }
  }
`);

const answer = z.object({ logout: z.object({ ok: z.boolean() }) });

/** Makes acq invalidate the token of the request. */
export async function logout(acq: Acq, idempotencyKey: string): Promise<AcqAnswer<boolean>> {
  const result = await acq.request({ operationDocument, variables: {}, answer, idempotencyKey });
  return result.ok ? { ok: true, data: result.data.logout.ok } : result;
}
