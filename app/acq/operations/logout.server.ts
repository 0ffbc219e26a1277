import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "~/acq/client.server";
import type { AcqResult } from "~/acq/results";

const operationDocument = graphql(`
  mutation logout {
    logout {
      ok
    }
  }
`);

const responseSchema = z
  .object({ logout: z.object({ ok: z.boolean() }) })
  .transform((data) => data.logout.ok);

/** Makes acq invalidate the token of the request. */
export function logout(acq: Acq, idempotencyKey: string): Promise<AcqResult<boolean>> {
  return acq.request({ operationDocument, variables: {}, responseSchema, idempotencyKey });
}
