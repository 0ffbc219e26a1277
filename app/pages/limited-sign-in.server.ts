import type { RequestContext } from "~/context.server";
import {
  mayBeRight,
  signIn,
  type Credentials,
  type SignInOutcome,
} from "~/domain/member-session/sign-in.server";
import { accountKeyOf } from "~/http/limits/account-key.server";
import { giveBackUnanswered } from "./limits.server";
import { knownFor } from "~/http/cookies/cookies.server";

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

/** Whether somebody has signed in to this account with this browser before (docs/decisions/limits.md). */
async function isKnownDevice(context: RequestContext, account: string): Promise<boolean> {
  const sealed = context.sent[context.cookies.device.name];
  if (!sealed) return false;
  return (await context.sealing.open("device", sealed))?.["account"] === account;
}

/** The browser keeps the last account that was signed in to, sealed: not even who shares it can tell which. */
async function rememberDevice(context: RequestContext, account: string): Promise<void> {
  const sealed = await context.sealing.seal("device", { account }, knownFor);
  context.outgoing.set("device", context.cookies.device.set(sealed));
}
