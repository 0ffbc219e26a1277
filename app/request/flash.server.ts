import type { RequestContext } from "./context.server";
import type { MessageKey } from "~/i18n/translator";
import { translateFor } from "./page-data.server";
import { saveDraft, readDraft } from "./draft.server";

const flashTexts = { "consent-saved": "frame:consent.saved" } as const satisfies Record<string, MessageKey>;

/** Saves a message that the next page shows once. */
export async function putFlash(context: RequestContext, kind: keyof typeof flashTexts): Promise<void> {
  saveDraft(context, { ...(await readDraft(context)), notice: { kind } });
}

/**
 * Returns the message that this page must show, and deletes it from the draft. The page then is personalized. A request
 * for a page's data gets no message, because its response sets no cookies.
 */
export async function takeFlash(context: RequestContext): Promise<string | undefined> {
  if (context.requestInfo.address.isData) return undefined;
  const { notice, ...draft } = await readDraft(context);
  if (notice?.kind !== "consent-saved") return undefined;
  saveDraft(context, draft);
  return translateFor(context)(flashTexts[notice.kind]);
}
