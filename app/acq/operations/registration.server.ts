import * as z from "zod";
import { graphql } from "gql.tada";
import type { Acq } from "~/acq/client.server";
import { type AcqResult, createEnumSchema } from "~/acq/results";

/** The status of a registration as its visitor sees it. `gone`: the registration can no longer be activated. */
export type RegistrationStatus = "waiting" | "active" | "gone";

const visitorStatusByAcqStatus = {
  CREATED: "waiting",
  PENDING: "waiting",
  ACTIVE: "active",
  REJECTED: "gone",
} as const;

/** The schema of a registration's status. A status that this site does not know counts as PENDING. */
export const registrationStatusSchema = createEnumSchema(
  ["CREATED", "PENDING", "ACTIVE", "REJECTED"],
  "PENDING",
).transform((status): RegistrationStatus => visitorStatusByAcqStatus[status]);

const operationDocument = graphql(`
  query registration($registrationId: ID!) {
    registration(registrationId: $registrationId) {
      status
    }
  }
`);

const responseSchema = z
  .object({ registration: z.object({ status: registrationStatusSchema }).nullable() })
  .transform((data) => data.registration?.status ?? "gone");

/** Requests the current status of a registration; `gone` if acq has no registration with this id. */
export function fetchRegistrationStatus(
  acq: Acq,
  registrationId: string,
): Promise<AcqResult<RegistrationStatus>> {
  return acq.request({ operationDocument, variables: { registrationId }, responseSchema });
}
