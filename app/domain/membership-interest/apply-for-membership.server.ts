import type { Acq } from "~/acq/client.server";
import type { AcqFailure } from "~/acq/failure";
import { submitMembershipInterest } from "~/acq/operations/submit-membership-interest.server";

export type ApplicationOutcome = { status: "received" } | { status: "failed"; failure: AcqFailure };

/** Hands an application in; the outcome never tells whether the address is known (acq.graphql). */
export async function applyForMembership(
  dependencies: { acq: Acq },
  input: { email: string; locale: string },
  idempotencyKey: string,
): Promise<ApplicationOutcome> {
  const asked = await submitMembershipInterest(dependencies.acq, input, idempotencyKey);
  return asked.ok ? { status: "received" } : { status: "failed", failure: asked.failure };
}
