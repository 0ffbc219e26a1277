import * as z from "zod";
import { graphql } from "gql.tada";
import type { Acq } from "../client.server";
import type { AcqAnswer } from "../answers";
import { enumAnswer } from "~/acq/answers";

/** A registration as its visitor sees it. `gone`: it cannot be activated any more. */
export type RegistrationStatus = "waiting" | "active" | "gone";

const visitorStatuses = {
  CREATED: "waiting",
  PENDING: "waiting",
  ACTIVE: "active",
  REJECTED: "gone",
} as const;

/** A registration's status. An unknown one counts as waiting. */
export const registrationStatusAnswer = enumAnswer(
  ["CREATED", "PENDING", "ACTIVE", "REJECTED"],
  "PENDING",
).transform((status): RegistrationStatus => visitorStatuses[status]);

const document = graphql(`
  query registration($registrationId: ID!) {
    registration(registrationId: $registrationId) {
      status
    }
  }
`);

const answer = z.object({ registration: z.object({ status: registrationStatusAnswer }).nullable() });

/** Requests a registration's current status; `gone` if acq does not know it (any more). */
export async function registration(acq: Acq, registrationId: string): Promise<AcqAnswer<RegistrationStatus>> {
  const result = await acq.request({ document, variables: { registrationId }, answer });
  return result.ok ? { ok: true, data: result.data.registration?.status ?? "gone" } : result;
}
