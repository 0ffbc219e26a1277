import type { Acq } from "~/acq/client.server";
import type { AcqFailure } from "~/acq/failure";
import { activateAccount } from "~/acq/operations/activate-account.server";

export type ActivationOutcome =
  | { status: "activated" | "already"; continueUrl: string | null }
  | { status: "not-found" }
  | { status: "failed" }
  | { status: "unavailable"; failure: AcqFailure };

/** @param idempotencyKey the same for each try of the same page */
export async function activate(
  dependencies: { acq: Acq },
  accountActivationId: string,
  idempotencyKey: string,
): Promise<ActivationOutcome> {
  const asked = await activateAccount(dependencies.acq, accountActivationId, idempotencyKey);
  if (!asked.ok) return { status: "unavailable", failure: asked.failure };
  const { status, continueUrl } = asked.data;
  switch (status) {
    case "ACTIVATED":
      return { status: "activated", continueUrl };
    case "ALREADY_ACTIVE":
      return { status: "already", continueUrl };
    case "NOT_FOUND":
      return { status: "not-found" };
    case "FAILED":
      return { status: "failed" };
  }
}
