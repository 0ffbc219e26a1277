import type { TypedResponse } from "@remix-run/node";
import {
  submitFormRegistrationStep2,
  subscribeNewsletter,
  successfulUserRegistration,
  type AnalyticsEvent,
} from "~/analytics/events";
import { hashedEmail, hashedId } from "~/analytics/hash-of.server";
import type { RequestContext } from "~/context.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import { idempotencyKey, type Registration } from "~/domain/registration/register-visitor.server";
import type { RegistrationFields } from "~/domain/registration/registration-fields";
import { accountKeyOf } from "~/http/limits/account-key.server";
import { saveDraft, readDraft } from "./draft.server";
import { popupAt } from "./finished-popup.server";
import type { LimitedRegistration } from "./limited-mails.server";
import { seeOther, seeOtherAt } from "./replies.server";
import { trackNext } from "./page-events.server";
import type { RegistrationSubmission } from "./registration-submission.server";

/** What is registered: the form's content and what the draft knows of its visitor. */
export async function registrationOf(
  context: RequestContext,
  { legalTexts, formId }: RegistrationSubmission,
  invitation: Invitation,
  fields: RegistrationFields,
): Promise<Registration> {
  const { campaign, referrer, registrationId, replaced } = await readDraft(context);
  const typed = { invitation, fields, legalTexts, formId };
  return {
    ...typed,
    locale: context.locale,
    campaign,
    referrer,
    replaces: replaced?.by === contentKey(typed) ? replaced.id : registrationId,
  };
}

const pendingPage = "/registration/registrationformemailpendingcomplete";

type Content = Pick<Registration, "invitation" | "fields" | "legalTexts" | "formId">;

function contentKey({ invitation, fields, legalTexts, formId }: Content): string {
  return idempotencyKey(formId, { invitation, fields, legalTexts });
}

type AnsweredOutcome = Exclude<LimitedRegistration, { status: "failed" | "waiting" }>;

/**
 * Leads to the page that follows each outcome (docs/product.md#registration).
 *
 * @param intent which page of which flow was sent
 */
export async function afterRegistration(
  context: RequestContext,
  intent: string,
  registration: Registration,
  outcome: AnsweredOutcome,
): Promise<TypedResponse<never>> {
  await trackOutcome(context, intent, registration, outcome);
  switch (outcome.status) {
    case "active":
      return seeOther(context, "/registration/registrationformemailactivecomplete");
    case "refused":
      return seeOther(context, `/registration/deny?reason=${outcome.reason}`);
    case "just-sent":
      await saveDraft(context, {
        ...(await readDraft(context)),
        mailedTo: accountKeyOf(registration.fields.email),
        notice: { kind: "just-sent", seconds: outcome.retryAfter },
      });
      return seeOther(context, pendingPage);
    case "created":
    case "pending": {
      const { popup, ...draft } = await readDraft(context);
      await saveDraft(context, {
        ...draft,
        registrationId: outcome.registrationId ?? undefined,
        mailedTo: accountKeyOf(registration.fields.email),
        replaced: { by: contentKey(registration), id: registration.replaces },
      });
      if (outcome.status === "pending") return seeOther(context, pendingPage);
      return popup ? seeOtherAt(context, popupAt(popup)) : seeOther(context, "/registration/formfinished");
    }
  }
}

/** The same content of the same form, sent again, was told already: it registers nobody anew. */
async function trackOutcome(
  context: RequestContext,
  intent: string,
  registration: Registration,
  outcome: AnsweredOutcome,
): Promise<void> {
  const { replaced } = await readDraft(context);
  if (replaced?.by === contentKey(registration)) return;
  const events = intent === "leanStep2" ? [submitFormRegistrationStep2()] : [];
  if (outcome.status === "created")
    events.push(...createdEvents(registration.fields, outcome.registrationId));
  if (events.length > 0) await trackNext(context, ...events);
}

function createdEvents(
  { email, newsletter }: RegistrationFields,
  registrationId: string | null,
): AnalyticsEvent[] {
  const id = registrationId === null ? undefined : hashedId(registrationId);
  const created = successfulUserRegistration(hashedEmail(email), id);
  return newsletter ? [created, subscribeNewsletter()] : [created];
}
