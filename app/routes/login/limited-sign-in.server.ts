import type { RequestContext } from "~/request/context.server";
import { toAccountKey } from "~/request/limits/limit-keys.server";
import { refundAttemptsWithoutResponse } from "~/request/replies.server";
import { deviceLifetimeSeconds } from "~/cookies/cookies.server";
import { v4 as uuid } from "uuid";
import type { AcqFailure } from "~/acq/results";
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

/**
 * Returns false for credentials that are certainly wrong, such as an empty password. Such credentials are refused
 * without a call to acq.
 */
function canCredentialsBeCorrect({ email, password }: Credentials): boolean {
  return email !== "" && email.length <= 254 && password !== "" && password.length <= maxPasswordLength;
}

type LimitedSignInOutcome = SignInOutcome | { status: "waiting"; retryAfter: number };

/**
 * Signs in. After too many wrong passwords for the account or from the visitor's network, acq is not called. Attempts
 * from browsers that the member has used before have a separate limit (docs/decisions/password-limits.md).
 */
export async function signInWithinLimit(
  context: RequestContext,
  credentials: Credentials,
): Promise<LimitedSignInOutcome> {
  if (!canCredentialsBeCorrect(credentials)) return { status: "wrong" };
  const { limits, requestInfo } = context;
  const accountKey = toAccountKey(credentials.email);
  const limitKey = (await isKnownDevice(context, accountKey)) ? `known ${accountKey}` : accountKey;
  const attempt = await limits.countPasswordAttempt(requestInfo.clientAddress, limitKey);
  if (attempt.status === "limited") return { status: "waiting", retryAfter: attempt.retryAfter };

  // Each attempt has a new idempotency key. For a repeated key, acq would repeat its stored response, with a token that
  // may have expired.
  const response = await login(context.acq, credentials, uuid());
  if (!response.ok) {
    await refundAttemptsWithoutResponse(context, attempt);
    return { status: "failed", failure: response.failure };
  }
  if (response.data === null) return { status: "wrong" };
  await attempt.refund();
  rememberDevice(context, accountKey);
  return { status: "signed-in", token: response.data };
}

/** Returns true if the last sign-in with this browser was to the same account (docs/decisions/password-limits.md). */
async function isKnownDevice(context: RequestContext, accountKey: string): Promise<boolean> {
  const deviceCookie = context.requestCookies[context.cookies.device.name];
  if (!deviceCookie) return false;
  return (await context.tokenCrypto.decrypt("device", deviceCookie))?.["account"] === accountKey;
}

/** Saves the account in an encrypted cookie after a sign-in, so that other people with this browser cannot read it. */
function rememberDevice(context: RequestContext, accountKey: string): void {
  const deviceCookie = context.tokenCrypto.encrypt("device", { account: accountKey }, deviceLifetimeSeconds);
  context.responseState.setCookies.set("device", context.cookies.device.serialize(deviceCookie));
}
