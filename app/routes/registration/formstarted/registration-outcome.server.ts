import type { TypedResponse } from "@remix-run/node";
import {
  type AnalyticsEvent,
  submitFormRegistrationStep2,
  subscribeNewsletter,
  successfulUserRegistration,
} from "~/domain/analytics-events";
import { hashedEmail, hashedId, trackNext } from "~/request/page-events.server";
import type { RequestContext } from "~/request/context.server";
import { hasOwnCookies } from "~/request/cookies/own-cookies.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import { idempotencyKey, type Registration } from "~/domain/registration/register-visitor.server";
import type { RegistrationFields } from "~/domain/registration/registration-fields";
import { accountKeyOf } from "~/request/limits/limit-keys.server";
import { carriesDraft } from "~/request/carried-draft.server";
import { readDraft, saveDraft, seeOtherWithDraft } from "~/request/draft.server";
import { denyInvitation, draftOf } from "~/request/invitation.server";
import { popupAt, popupPage } from "~/routes/registration/finished-popup.server";
import type { LimitedRegistration } from "~/routes/registration/limited-mails.server";
import { seeOther, seeOtherAt } from "~/request/replies.server";
import { storedReferrer } from "~/request/referrer-guard.server";
import { v4 as uuid } from "uuid";
import {
  fieldText,
  type FormToken,
  isAcceptedForm,
  isOfBrowser,
  plainInvitation,
  readFormToken,
  type SentForm,
} from "~/request/form-token.server";
import { adoptSuggestedEmail } from "~/request/suggested-email.server";
import { type LegalTextsOf, readLegalTexts } from "~/domain/registration/legal-texts";
import { isFirstStep } from "~/domain/registration/form-pages";
import { typedDraft } from "~/domain/registration/draft.schema";

interface RegistrationSubmission {
  form: FormData;
  /** Which page of which flow was sent, or "back". */
  intent: string;
  formId: string;
  sentForm: SentForm;
  /** Whom it would register: `accountKeyOf` the address. */
  person: string;
  /** The form's own invitation, else the draft's; undefined when neither is left. */
  invitation: Invitation | undefined;
  /** The token was not accepted: the form is shown again and registers nothing. */
  isExpired: boolean;
  /** The member whose name the form showed. */
  inviter: string | null;
  /** The legal texts that the form showed, by country. */
  legalTexts: LegalTextsOf;
  /**
   * Filled in by a machine, as far as can be told, or no form that this browser was shown; and nobody was asked yet
   * whether it is meant for this person (docs/product.md#registration).
   */
  suspicious: boolean;
}

/** Reads a sent registration form, and keeps what was typed in it whatever becomes of it. */
export async function readSubmission(
  context: RequestContext,
  request: Request,
): Promise<RegistrationSubmission> {
  const form = await request.formData();
  const person = accountKeyOf(fieldText(form, "email"));
  adoptSuggestedEmail(form);
  const token = await readFormToken(context.sealing, fieldText(form, "formToken"));
  const intent = fieldText(form, "step") === "back" ? "back" : fieldText(form, "intent");
  const draft = await readDraft(context);
  const isExpired = !(await isAcceptedForm(context, form));
  const signed = invitationOf(token?.code, token?.validityTimestamp);
  const plain = isExpired ? plainInvitation(form) : undefined;
  const invitation = signed ?? plain ?? invitationOf(draft.registrationCode, draft.validityTimestamp);
  await saveDraft(context, {
    ...draft,
    ...typedDraft(form),
    referrer: draft.referrer ?? storedReferrer(context, fieldText(form, "fref")),
    popup: popupPage(context, fieldText(form, "popup")),
    ...(intent === "leanStep1" && { formShownAt: token?.renderedAt }),
    ...(signed && draftOf(signed)),
  });
  const suspicious =
    !isFirstStep(intent) &&
    token?.asked !== person &&
    (fieldText(form, "website") !== "" || !isOwnForm(context, token) || isTooQuick(context, token));
  const formId = token?.formId ?? uuid();
  const sentForm = { formId, asked: token?.asked, renderedAt: token?.renderedAt };
  context.responseState.sentForm = sentForm;
  return {
    form,
    intent,
    formId,
    sentForm,
    person,
    invitation,
    isExpired,
    inviter: token?.inviter ?? null,
    legalTexts: readLegalTexts(fieldText(form, "legalTexts")),
    suspicious,
  };
}

function invitationOf(
  code: string | undefined,
  timestamp: string | null | undefined,
): Invitation | undefined {
  return code ? { code, validityTimestamp: timestamp ?? null } : undefined;
}

/**
 * Returns whether this browser was shown the registration form, with its invitation. Without cookies the browser's own
 * Origin or Sec-Fetch-Site header counts (docs/decisions/without-cookies.md).
 */
function isOwnForm(
  { config, requestCookies, cookies, requestInfo }: RequestContext,
  token: FormToken | undefined,
): token is FormToken {
  if (token?.code === undefined) return false;
  if (!hasOwnCookies(requestCookies, config)) return !requestInfo.isUnproven;
  return isOfBrowser(token, requestCookies[cookies.sid.name]);
}

function isTooQuick({ clock, config }: RequestContext, token: FormToken): boolean {
  return clock().getTime() - token.renderedAt < config.formMinSeconds * 1000;
}

/** The registration: the form's content and the draft's facts about its visitor. */
export async function registrationOf(
  context: RequestContext,
  { formId }: RegistrationSubmission,
  invitation: Invitation,
  { fields, legalTexts }: Pick<Registration, "fields" | "legalTexts">,
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

type AnsweredOutcome = Exclude<LimitedRegistration, { status: "failed" | "over" | "waiting" }>;

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
    case "refused": {
      const { inviter = null } = await readDraft(context);
      const { code } = registration.invitation;
      return denyInvitation(context, outcome.reason, { code, inviter });
    }
    case "just-sent":
      await saveDraft(context, {
        ...(await readDraft(context)),
        mailedTo: accountKeyOf(registration.fields.email),
        notice: { kind: "just-sent", seconds: outcome.retryAfter },
      });
      return seeOtherWithDraft(context, pendingPage);
    case "created":
    case "pending": {
      const { popup, ...draft } = await readDraft(context);
      await saveDraft(context, {
        ...draft,
        registrationId: outcome.registrationId ?? undefined,
        mailedTo: accountKeyOf(registration.fields.email),
        replaced: { by: contentKey(registration), id: registration.replaces },
      });
      if (outcome.status === "pending") return seeOtherWithDraft(context, pendingPage);
      // The landing page is shared: it reads no draft from its address.
      return popup && !carriesDraft(context)
        ? seeOtherAt(context, popupAt(popup))
        : seeOtherWithDraft(context, "/registration/formfinished");
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
