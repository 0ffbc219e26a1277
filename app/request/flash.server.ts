import type { Draft } from "~/domain/registration/draft-schema.server";
import type { MessageKey } from "~/i18n/translator";
import type { RequestContext } from "./context.server";
import { createTranslate } from "./page-data.server";
import { saveDraft, readDraft } from "./draft.server";

const flashTexts = {
  "consent-saved": "frame:consent.saved",
  "logged-out": "account:logout.done",
} as const satisfies Record<string, MessageKey>;
export type FlashKind = keyof typeof flashTexts;

/** Saves a message that any next page shows once. */
export async function saveFlash(context: RequestContext, kind: FlashKind): Promise<void> {
  saveDraft(context, { ...(await readDraft(context)), notice: { kind } });
}

/** Returns true for a message that any page shows; false for the message of one page. */
export function isFlash(notice: NonNullable<Draft["notice"]>): notice is { kind: FlashKind } {
  return notice.kind in flashTexts;
}

/**
 * Returns the message that this page must show, and deletes it from the draft. The page is then personalized. A request
 * for a page's data gets no message, because its response sets no cookies.
 */
export async function takeFlash(context: RequestContext): Promise<string | undefined> {
  if (context.requestInfo.address.isDataRequest) return undefined;
  const { notice, ...draft } = await readDraft(context);
  if (!notice || !isFlash(notice)) return undefined;
  saveDraft(context, draft);
  return createTranslate(context)(flashTexts[notice.kind]);
}
