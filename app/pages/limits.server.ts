import type { RequestContext } from "~/context.server";
import type { LimitedAction } from "~/http/limits/limits.server";
import { tooMany } from "./replies.server";

/** Counts one more of these for the visitor. @throws the 429 page when it is one too many */
export async function countAgainstLimit(context: RequestContext, action: LimitedAction): Promise<void> {
  const verdict = await context.limits.take(action, context.facts.clientAddress);
  if (verdict.status === "over") throw tooMany(context, verdict.retryAfter);
}

/** Gives a try back that acq did not answer; who hangs up before the answer has made acq work all the same. */
export async function giveBackUnanswered(
  { facts }: RequestContext,
  attempt: { giveBack: () => Promise<void> },
): Promise<void> {
  if (facts.signal?.aborted !== true) await attempt.giveBack();
}
