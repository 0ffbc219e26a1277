import { v4 as uuid } from "uuid";
import type { Acq } from "~/acq/client.server";
import type { AcqFailure } from "~/acq/failure";
import { login } from "~/acq/operations/login.server";

export type SignInOutcome =
  { status: "signed-in"; token: string } | { status: "wrong" } | { status: "failed"; failure: AcqFailure };

const longestPassword = 1024;

/**
 * Exchanges credentials for a token. Each try has a key of its own: the first answer's token may have ended
 * since. What cannot be right is wrong without a call.
 */
export async function signIn(
  dependencies: { acq: Acq },
  credentials: { email: string; password: string },
): Promise<SignInOutcome> {
  const { email, password } = credentials;
  if (email === "" || email.length > 254 || password === "" || password.length > longestPassword)
    return { status: "wrong" };
  const asked = await login(dependencies.acq, { email, password }, uuid());
  if (!asked.ok) return { status: "failed", failure: asked.failure };
  return asked.data === null ? { status: "wrong" } : { status: "signed-in", token: asked.data };
}
