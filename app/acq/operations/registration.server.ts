import { graphql } from "gql.tada";
import * as z from "zod";
import type { Acq } from "../client.server";
import type { AcqAnswer } from "../failure";
import { registrationStatusAnswer, type RegistrationStatus } from "../registration-status";

const document = graphql(`
  query registration($registrationId: ID!) {
    registration(registrationId: $registrationId) {
      status
    }
  }
`);

const answer = z.object({ registration: z.object({ status: registrationStatusAnswer }).nullable() });

/** Where a registration stands; null for one that acq does not know, or knows no more. */
export async function registration(
  acq: Acq,
  registrationId: string,
): Promise<AcqAnswer<RegistrationStatus | null>> {
  const asked = await acq.ask({ document, variables: { registrationId }, answer });
  return asked.ok ? { ok: true, data: asked.data.registration?.status ?? null } : asked;
}
