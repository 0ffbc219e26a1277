import type { RequestContext } from "~/context.server";
import {
  mayBeRight,
  signIn,
  type Credentials,
  type SignInOutcome,
} from "~/domain/member-session/sign-in.server";
import { accountKeyOf } from "~/http/limits/account-key.server";
import { isKnownDevice, rememberDevice } from "./known-device.server";
import { giveBackUnanswered } from "./limits.server";

export type LimitedSignIn = SignInOutcome | { status: "waiting"; retryAfter: number };

/**
 * Signs in, unless there were too many wrong passwords from the visitor's network or for the account: then acq is not
 * asked. Browsers that the account's member has signed in with have a count of their own (docs/decisions/limits.md).
 */
export async function signInWithinLimit(
  context: RequestContext,
  credentials: Credentials,
): Promise<LimitedSignIn> {
  if (!mayBeRight(credentials)) return { status: "wrong" };
  const { limits, facts } = context;
  const account = accountKeyOf(credentials.email);
  const counted = (await isKnownDevice(context, account)) ? `known ${account}` : account;
  const attempt = await limits.tryPassword(facts.clientAddress, counted);
  if (attempt.status === "over") return { status: "waiting", retryAfter: attempt.retryAfter };

  const outcome = await signIn(context, credentials);
  if (outcome.status === "failed") await giveBackUnanswered(context, attempt);
  if (outcome.status === "signed-in") await attempt.giveBack();
  if (outcome.status === "signed-in") await rememberDevice(context, account);
  return outcome;
}
