import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "~/acq/client.server";
import type { AcqResult } from "~/acq/results";

const operationDocument = graphql(`
  mutation submitMembershipInterest($input: MembershipInterestInput!) {
    submitMembershipInterest(input: $input) {
      status
    }
  }
`);

const responseSchema = z
  .object({ submitMembershipInterest: z.object({ status: z.string() }) })
  .transform(() => null);

/** Submits an application. The response is the same for every well-formed e-mail address. */
export function submitMembershipInterest(
  acq: Acq,
  input: { email: string; locale: string },
  idempotencyKey: string,
): Promise<AcqResult<null>> {
  return acq.request({ operationDocument, variables: { input }, responseSchema, idempotencyKey });
}
