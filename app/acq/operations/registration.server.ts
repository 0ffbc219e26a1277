import * as z from "zod";
import { graphql } from "gql.tada";
import type { Acq } from "../client.server";
import type { AcqAnswer } from "../answers";
import { enumAnswer } from "~/acq/answers";

/** A registration, as far as its visitor is concerned; `gone`: it can become nothing any more. */
export type RegistrationStatus = "waiting" | "active" | "gone";

const visitorsStatus = {
  CREATED: "waiting",
  PENDING: "waiting",
  ACTIVE: "active",
  REJECTED: "gone",
} as const;

/** A registration's status. One that is not known here promises nothing: the account waits. */
export const registrationStatusAnswer = enumAnswer(
  ["CREATED", "PENDING", "ACTIVE", "REJECTED"],
  "PENDING",
).transform((status): RegistrationStatus => visitorsStatus[status]);

const document = graphql(`
  query registration($registrationId: ID!) {
    registration(registrationId: $registrationId) {
      status
    }
  }
`);

const answer = z.object({ registration: z.object({ status: registrationStatusAnswer }).nullable() });

/** A registration's present status; one that acq does not know, or knows no more, is gone. */
export async function registration(acq: Acq, registrationId: string): Promise<AcqAnswer<RegistrationStatus>> {
  const asked = await acq.ask({ document, variables: { registrationId }, answer });
  return asked.ok ? { ok: true, data: asked.data.registration?.status ?? "gone" } : asked;
}
