import { v4 as uuid } from "uuid";
import type { Acq } from "~/acq/client.server";
import type { AcqFailure } from "~/acq/failure";
import { login } from "~/acq/operations/login.server";

export type SignInOutcome =
  { status: "signed-in"; token: string } | { status: "wrong" } | { status: "failed"; failure: AcqFailure };

export interface Credentials {
  email: string;
  password: string;
}

const longestPassword = 1024;

/** What is not is wrong without asking acq. */
export function mayBeRight({ email, password }: Credentials): boolean {
  return email !== "" && email.length <= 254 && password !== "" && password.length <= longestPassword;
}

/** Exchanges credentials for a token. Each try has a key of its own: the first answer's token may have ended since. */
export async function signIn(dependencies: { acq: Acq }, credentials: Credentials): Promise<SignInOutcome> {
  const asked = await login(dependencies.acq, credentials, uuid());
  if (!asked.ok) return { status: "failed", failure: asked.failure };
  return asked.data === null ? { status: "wrong" } : { status: "signed-in", token: asked.data };
}
