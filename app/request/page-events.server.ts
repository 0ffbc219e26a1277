import type { AnalyticsEvent, DataLayerEvent, Hash } from "~/domain/analytics-events";
import type { RequestContext } from "./context.server";
import type { RefusalReason } from "~/domain/registration/registration-code";
import { type Draft, maxDraftEvents } from "~/domain/registration/draft-schema.server";
import { readDraft, saveDraft } from "./draft.server";
import { createHash } from "node:crypto";

/** Returns the hash of an e-mail address, trimmed and in lowercase as analytics tools expect. */
export function hashEmail(email: string): Hash {
  return sha256(email.trim().toLowerCase());
}

export function hashId(id: string): Hash {
  return sha256(id);
}

function sha256(text: string): Hash {
  return createHash("sha256").update(text).digest("hex") as Hash;
}

/**
 * Adds an analytics event that the page emits when it is shown. Nothing is added if the page shows a form again with
 * errors.
 */
export function trackPageEvent(context: RequestContext, event: AnalyticsEvent): void {
  if (!context.responseState.hasFormError) context.responseState.events.push(event);
}

const eventByReason = {
  referrer: "landing_forbidden_referrer",
  link: "registration_timestamp_missing",
  expired: "registration_code_expired",
  "no-balance": "registration_code_no_balance",
  invalid: undefined,
} as const satisfies Record<RefusalReason, AnalyticsEvent["event"] | undefined>;

/**
 * Adds the analytics event for a refused code, if the reason has one (docs/product/registration.md#registration-codes).
 */
export function trackRefusal(context: RequestContext, reason: RefusalReason): void {
  const event = eventByReason[reason];
  if (event) context.responseState.events.push({ event });
}

/**
 * Saves analytics events in the draft, so that the next page emits them once. If there are too many, the oldest are
 * dropped.
 */
export async function queueEventForNextPage(
  context: RequestContext,
  ...events: AnalyticsEvent[]
): Promise<void> {
  saveDraft(context, addEventsToDraft(await readDraft(context), ...events));
}

/** Returns a draft with additional analytics events. Use this function if the caller saves the draft anyway. */
export function addEventsToDraft(draft: Draft, ...events: AnalyticsEvent[]): Draft {
  const savedEvents = draft.events ?? [];
  // Does not add an analytics event that the draft already contains, because a form may be submitted twice.
  const newEvents = events.filter(
    (event) => !savedEvents.some((savedEvent) => JSON.stringify(savedEvent) === JSON.stringify(event)),
  );
  return { ...draft, events: [...savedEvents, ...newEvents].slice(-maxDraftEvents) };
}

/**
 * Returns the analytics events that a document emits: first the saved ones, then the page's own. Saved events are
 * deleted, so that only one page emits them. A page with saved events is personalized.
 */
export async function takePageEvents(context: RequestContext): Promise<DataLayerEvent[]> {
  const { requestCache, responseState, requestInfo, newAssignments } = context;
  if (requestCache.documentEvents) return requestCache.documentEvents;
  // A page that an administrator opens to preview variants emits no analytics events.
  if (context.isPreview) return [];
  const { events = [], ...draft } = await readDraft(context);
  if (events.length > 0 && requestInfo.method !== "HEAD") saveDraft(context, draft);
  return (requestCache.documentEvents = [
    ...events,
    ...newAssignments.map((assignment): AnalyticsEvent => ({ event: "assign_experiment", ...assignment })),
    ...responseState.events,
  ]);
}
