import type { RequestContext } from "~/request/context.server";
import { accountKeyOf } from "~/request/limits/limit-keys.server";
import { refundUnanswered } from "~/request/replies.server";
import { deviceSeconds } from "~/request/cookies/cookies.server";
import { v4 as uuid } from "uuid";
import type { AcqFailure } from "~/acq/answers";
import { login } from "~/acq/operations/login.server";

type SignInOutcome =
  | { status: "signed-in"; token: string }
  | { status: "wrong" }
  | { status: "failed"; failure: AcqFailure };

interface Credentials {
  email: string;
  password: string;
}

const maxPasswordLength = 1024;

/** Credentials that cannot be valid are refused without a call to acq. */
function couldBeValid({ email, password }: Credentials): boolean {
  return email !== "" && email.length <= 254 && password !== "" && password.length <= maxPasswordLength;
}

export type LimitedSignIn = SignInOutcome | { status: "waiting"; retryAfter: number };

/**
 * Signs in, unless there were too many wrong passwords from the visitor's network or for the account; acq is not called
 * then. Browsers that the account's member has used have a count of their own (docs/decisions/limits.md).
 */
export async function signInWithinLimit(
  context: RequestContext,
  credentials: Credentials,
): Promise<LimitedSignIn> {
  if (!couldBeValid(credentials)) return { status: "wrong" };
  const { limits, requestInfo } = context;
  const account = accountKeyOf(credentials.email);
  const limitKey = (await isKnownDevice(context, account)) ? `known ${account}` : account;
  const attempt = await limits.tryPassword(requestInfo.clientAddress, limitKey);
  if (attempt.status === "over") return { status: "waiting", retryAfter: attempt.retryAfter };

  // Each try has a new idempotency key: a stored response of acq may contain a token that has expired.
  const answer = await login(context.acq, credentials, uuid());
  if (!answer.ok) {
    await refundUnanswered(context, attempt);
    return { status: "failed", failure: answer.failure };
  }
  if (answer.data === null) return { status: "wrong" };
  await attempt.refund();
  rememberDevice(context, account);
  return { status: "signed-in", token: answer.data };
}

/** Returns true if this browser has signed in to the account before (docs/decisions/limits.md). */
async function isKnownDevice(context: RequestContext, account: string): Promise<boolean> {
  const sealed = context.requestCookies[context.cookies.device.name];
  if (!sealed) return false;
  return (await context.sealing.open("device", sealed))?.["account"] === account;
}

/** Saves the account of the last sign-in in the browser, sealed: other users of the browser cannot read it. */
function rememberDevice(context: RequestContext, account: string): void {
  const sealed = context.sealing.seal("device", { account }, deviceSeconds);
  context.responseState.setCookies.set("device", context.cookies.device.set(sealed));
}
