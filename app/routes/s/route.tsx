import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { StaticHtml } from "~/ui/components/static-html";
import { getRequestContext, type RequestContext } from "~/request/context.server";
import { createPageMetaData } from "~/request/page-data.server";
import { redirectWithoutCaching } from "~/request/replies.server";
import { SplitLinkPage } from "./split-link-page.static";
import { createTargetUrl, chooseTarget, readSplitToken } from "./split-token.server";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { createPageMeta } from "~/ui/components/page-meta";
import { randomBytes } from "node:crypto";
import type { SplitDefinition, SplitTarget } from "~/domain/split.schema";
import { readDraft, saveDraft } from "~/request/draft.server";
import { addEventsToDraft } from "~/request/page-events.server";

export const handle: PageHandle = { layout: "centered", gate: "closed", i18n: [] };

export const meta = createPageMeta;

/**
 * Redirects a visitor to one of a split link's targets. The same visitor always gets the same target. An invalid token
 * gets an error page.
 */
export async function loader(args: LoaderFunctionArgs) {
  const context = getRequestContext(args);
  const token = args.params["token"] ?? "";
  const split = readSplitToken(context, token);
  const target = split && (await assignTarget(context, token, split));
  if (target)
    return redirectWithoutCaching(context, createTargetUrl(target, context.currentUrl.searchParams));
  const page = createPageMetaData(context, "deny:splitLink.title", "deny:splitLink.description");
  return data({ page }, { status: 404 });
}

export default function SplitLink() {
  return (
    <StaticHtml>
      <SplitLinkPage />
    </StaticHtml>
  );
}

/**
 * Returns the visitor's target of a split link, and saves an analytics event that the target's page emits. The draft
 * stores only a random seed. With this seed, a visitor always gets the same target of a link.
 */
async function assignTarget(
  context: RequestContext,
  token: string,
  { label, targets }: SplitDefinition,
): Promise<SplitTarget | undefined> {
  const draft = await readDraft(context);
  const splitSeed = draft.splitSeed ?? randomBytes(12).toString("base64url");
  const weights = targets.map(({ weight }) => weight);
  const targetIndex = chooseTarget(splitSeed, token, weights);
  const draftWithEvent = addEventsToDraft(
    { ...draft, splitSeed },
    { event: "assign_experiment", ...(label && { experiment: label }), variation: targetIndex + 1 },
  );
  saveDraft(context, draftWithEvent);
  return targets[targetIndex];
}
