import { randomBytes } from "node:crypto";
import { assignExperiment } from "~/analytics/events";
import type { RequestContext } from "~/context.server";
import { chooseTarget } from "~/domain/split-link/choose-target.server";
import type { Split, SplitTarget } from "~/domain/split-link/split.schema";
import { saveDraft, readDraft } from "./draft.server";
import { withEvents } from "./page-events.server";

/**
 * The target of a split link that is this visitor's, and keeps it to be told on the page that it leads to. Nothing
 * else is kept of it but a random seed: the same link leads to the same target, and nobody is counted.
 */
export async function assignTarget(
  context: RequestContext,
  token: string,
  { label, targets }: Split,
): Promise<SplitTarget | undefined> {
  const draft = await readDraft(context);
  const splitSeed = draft.splitSeed ?? randomBytes(12).toString("base64url");
  const weights = targets.map(({ weight }) => weight);
  const chosen = chooseTarget(splitSeed, token, weights);
  const assigned = assignExperiment({ experiment: label, variation: chosen + 1 });
  await saveDraft(context, withEvents({ ...draft, splitSeed }, assigned));
  return targets[chosen];
}
