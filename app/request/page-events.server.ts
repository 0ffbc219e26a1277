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
import { type Draft, mostEvents } from "~/domain/registration/draft.schema";
import { readDraft, saveDraft } from "./draft.server";
import { createHash } from "node:crypto";

/** Trimmed and in lower case before it is hashed, as analytics tools expect an address. */
export function hashedEmail(address: string): Hash {
  return sha256(address.trim().toLowerCase());
}

export function hashedId(id: string): Hash {
  return sha256(id);
}

function sha256(text: string): Hash {
  return createHash("sha256").update(text).digest("hex") as Hash;
}

/** The events of showing this page; a form that comes back is not shown anew. */
export function trackShown(context: RequestContext, event: AnalyticsEvent | undefined): void {
  if (event && !context.responseState.invalid) context.responseState.events.push(event);
}

const refusals = {
  referrer: landingForbiddenReferrer,
  link: registrationTimestampMissing,
  expired: registrationCodeExpired,
  "no-balance": registrationCodeNoBalance,
  invalid: undefined,
} as const satisfies Record<RefusalReason, (() => AnalyticsEvent) | undefined>;

/** Why a code was refused, with the page that says so (docs/product.md#registration-codes). */
export function trackRefused(context: RequestContext, reason: RefusalReason): void {
  const event = refusals[reason]?.();
  if (event) context.responseState.events.push(event);
}

/** Keeps what has happened to be told on the page that is reached, once; the oldest goes when nobody shows one. */
export async function trackNext(context: RequestContext, ...events: AnalyticsEvent[]): Promise<void> {
  saveDraft(context, withEvents(await readDraft(context), ...events));
}

/** The draft with these to be told as well: for who keeps it anyway, since to seal it twice costs as much again. */
export function withEvents(draft: Draft, ...events: AnalyticsEvent[]): Draft {
  const known = draft.events ?? [];
  // A form that was sent twice has happened once.
  const added = events.filter(
    (event) => !known.some((other) => JSON.stringify(other) === JSON.stringify(event)),
  );
  return { ...draft, events: [...known, ...added].slice(-mostEvents) };
}

/**
 * The events of a document: what waited for one, and then its own. Once a page has been drawn that tells it, no other
 * one does; one that failed has not told it, nor has a page's head. Who waits for it has a page of their own.
 */
export async function takePageEvents(context: RequestContext): Promise<AnalyticsEvent[]> {
  const { responseState, requestInfo, assignments } = context;
  if (responseState.documentEvents) return responseState.documentEvents;
  // An administrator looks at it.
  if (context.isPreview) return [];
  const { events = [], ...draft } = await readDraft(context);
  if (events.length > 0 && requestInfo.method !== "HEAD") saveDraft(context, draft);
  responseState.documentEvents = [...events, ...assignments.map(assignExperiment), ...responseState.events];
  return responseState.documentEvents;
}
