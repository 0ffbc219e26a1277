import type { RequestContext } from "./context.server";
import { createTranslate } from "./page-data.server";
import { saveDraft, readDraft } from "./draft.server";

/** Saves the message that the privacy choices are saved. The next page shows it once. */
export async function saveConsentFlash(context: RequestContext): Promise<void> {
  saveDraft(context, { ...(await readDraft(context)), notice: { kind: "consent-saved" } });
}

/**
 * Returns the message that this page must show, and deletes it from the draft. The page is then personalized. A request
 * for a page's data gets no message, because its response sets no cookies.
 */
export async function takeFlash(context: RequestContext): Promise<string | undefined> {
  if (context.requestInfo.address.isDataRequest) return undefined;
  const { notice, ...draft } = await readDraft(context);
  if (notice?.kind !== "consent-saved") return undefined;
  saveDraft(context, draft);
  return createTranslate(context)("frame:consent.saved");
}
