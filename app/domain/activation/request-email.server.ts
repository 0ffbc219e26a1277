import type { Acq } from "~/acq/client.server";
import type { AcqFailure } from "~/acq/failure";
import { requestActivationEmail } from "~/acq/operations/request-activation-email.server";

export type EmailRequestOutcome = { status: "asked" } | { status: "failed"; failure: AcqFailure };

/** Has the activation e-mail of an address sent again, if a registration waits for it; nobody learns whether. */
export async function requestEmail(
  dependencies: { acq: Acq },
  input: { email: string; locale: string },
  idempotencyKey: string,
): Promise<EmailRequestOutcome> {
  const asked = await requestActivationEmail(dependencies.acq, input, idempotencyKey);
  return asked.ok ? { status: "asked" } : { status: "failed", failure: asked.failure };
}
