import { randomBytes } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import type { Assignment } from "~/analytics/page-event";
import type { RequestContext } from "~/context.server";
import { chooseTarget } from "~/domain/split-link/choose-target.server";
import type { Split, SplitTarget } from "~/domain/split-link/split.schema";
import { keepDraft, readDraft } from "./draft.server";

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
  await keepDraft(context, { ...draft, splitSeed, assignment: { label, target: chosen + 1 } });
  return targets[chosen];
}

/** What a split link has led to this page for; the page is then its visitor's own. */
export async function assignmentToTell(context: RequestContext): Promise<Assignment | undefined> {
  if (context.facts.isData) return undefined;
  const { assignment } = await readDraft(context);
  if (assignment) context.personal = true;
  return assignment;
}

/** Once a page has been drawn that tells it, no other one does; one that failed, or only led on, has not told it. */
export async function endTold(
  context: RequestContext,
  request: Request,
  { staticHandlerContext }: EntryContext,
): Promise<void> {
  if (request.method === "HEAD" || staticHandlerContext.errors !== null) return;
  const { assignment, ...draft } = await readDraft(context);
  if (assignment && staticHandlerContext.loaderData["root"]) await keepDraft(context, draft);
}
