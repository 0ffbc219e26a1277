import {
  type AnalyticsEvent,
  assignExperiment,
  type Hash,
  landingForbiddenReferrer,
  registrationCodeExpired,
  registrationCodeNoBalance,
  registrationTimestampMissing,
} from "~/domain/analytics-events";
import type { RequestContext } from "./context.server";
import type { RefusalReason } from "~/domain/registration/registration-code";
import { type Draft, maxEvents } from "~/domain/registration/draft.schema";
import { readDraft, saveDraft } from "./draft.server";
import { createHash } from "node:crypto";

/** Trims and lowercases an e-mail address before hashing it, as analytics tools expect. */
export function hashedEmail(address: string): Hash {
  return sha256(address.trim().toLowerCase());
}

export function hashedId(id: string): Hash {
  return sha256(id);
}

function sha256(text: string): Hash {
  return createHash("sha256").update(text).digest("hex") as Hash;
}

/** Adds an event that this page emits when it is shown. A form that is shown again with errors emits none. */
export function trackShown(context: RequestContext, event: AnalyticsEvent | undefined): void {
  if (event && !context.responseState.invalid) context.responseState.events.push(event);
}

const refusalEvents = {
  referrer: landingForbiddenReferrer,
  link: registrationTimestampMissing,
  expired: registrationCodeExpired,
  "no-balance": registrationCodeNoBalance,
  invalid: undefined,
} as const satisfies Record<RefusalReason, (() => AnalyticsEvent) | undefined>;

/** Adds the event of a refused code (docs/product/registration.md#registration-codes). Some reasons have no event. */
export function trackRefused(context: RequestContext, reason: RefusalReason): void {
  const event = refusalEvents[reason]?.();
  if (event) context.responseState.events.push(event);
}

/**
 * Saves events in the draft, so that the next page emits them once. Above the maximum number, the oldest are dropped.
 */
export async function queueEventForNextPage(
  context: RequestContext,
  ...events: AnalyticsEvent[]
): Promise<void> {
  saveDraft(context, withEvents(await readDraft(context), ...events));
}

/**
 * Returns the draft with these events added. Used by callers that save the draft themselves, because encrypting the
 * draft twice would double the cost.
 */
export function withEvents(draft: Draft, ...events: AnalyticsEvent[]): Draft {
  const savedEvents = draft.events ?? [];
  // A repeated event is added once, because a form may be submitted twice.
  const newEvents = events.filter(
    (event) => !savedEvents.some((savedEvent) => JSON.stringify(savedEvent) === JSON.stringify(event)),
  );
  return { ...draft, events: [...savedEvents, ...newEvents].slice(-maxEvents) };
}

/**
 * Returns the events of a document: the saved ones, then the page's own. Each event is emitted by one rendered page
 * only; a page that fails and a response to HEAD emit none. A page with saved events is personalized.
 */
export async function takePageEvents(context: RequestContext): Promise<AnalyticsEvent[]> {
  const { responseState, requestInfo, assignments } = context;
  if (responseState.documentEvents) return responseState.documentEvents;
  // In a preview of variants, an administrator emits no events.
  if (context.isPreview) return [];
  const { events = [], ...draft } = await readDraft(context);
  if (events.length > 0 && requestInfo.method !== "HEAD") saveDraft(context, draft);
  responseState.documentEvents = [...events, ...assignments.map(assignExperiment), ...responseState.events];
  return responseState.documentEvents;
}
