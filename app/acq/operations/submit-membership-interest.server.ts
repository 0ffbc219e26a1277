import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "~/acq/client.server";
import type { AcqAnswer } from "~/acq/answers";

const operationDocument = graphql(`
  mutation submitMembershipInterest($input: MembershipInterestInput!) {
    submitMembershipInterest(input: $input) {
      status
    }
  }
`);

const answerSchema = z
  .object({ submitMembershipInterest: z.object({ status: z.string() }) })
  .transform(() => null);

/** Submits an application. The response is the same for every well-formed e-mail address. */
export function submitMembershipInterest(
  acq: Acq,
  input: { email: string; locale: string },
  idempotencyKey: string,
): Promise<AcqAnswer<null>> {
  return acq.request({ operationDocument, variables: { input }, answerSchema, idempotencyKey });
}
