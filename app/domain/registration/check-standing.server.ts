import type { Acq } from "~/acq/client.server";
import type { AcqFailure } from "~/acq/failure";
import { registration } from "~/acq/operations/registration.server";
import { standingOf, type Standing } from "./standing.server";

export type StandingCheck = { status: Standing } | { status: "failed"; failure: AcqFailure };

/** Asks acq once where a registration stands. */
export async function checkStanding(
  dependencies: { acq: Acq },
  registrationId: string,
): Promise<StandingCheck> {
  const asked = await registration(dependencies.acq, registrationId);
  return asked.ok ? { status: standingOf(asked.data) } : { status: "failed", failure: asked.failure };
}
