import type { RequestContext } from "~/context.server";
import type { LimitedAction } from "~/http/limits/limits.server";
import { tooMany } from "./replies.server";

/** Counts one more of these for the visitor. @throws the 429 page when it is one too many */
export async function countAgainstLimit(context: RequestContext, action: LimitedAction): Promise<void> {
  const verdict = await context.limits.take(action, context.facts.clientAddress);
  if (verdict.status === "over") throw tooMany(context, verdict.retryAfter);
}
