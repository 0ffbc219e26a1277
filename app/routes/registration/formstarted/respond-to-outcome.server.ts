import type { RegistrationIntent } from "~/domain/registration/form-pages";
import type { TypedResponse } from "@remix-run/node";
import type { AnalyticsEvent } from "~/domain/analytics-events";
import type { Registration } from "~/domain/registration/register-visitor.server";
import type { RegistrationFields } from "~/domain/registration/registration-fields";
import { mustCarryDraft } from "~/request/carried-draft.server";
import type { RequestContext } from "~/request/context.server";
import { readDraft, saveDraft, redirectWithDraft } from "~/request/draft.server";
import { denyInvitation } from "~/request/invitation.server";
import { toAccountKey } from "~/request/limits/limit-keys.server";
import { hashEmail, hashId, queueEventForNextPage } from "~/request/page-events.server";
import { redirectToPage, redirectToFullPath } from "~/request/replies.server";
import { createPopupUrl } from "~/routes/registration/finished-popup.server";
import { mailSentPaths } from "~/routes/registration/mail-sent-paths";
import type { CompletedRegistration } from "./process-submission.server";
import { hashRegistrationContent, hashPerson } from "./registration-hashes.server";

/**
 * Redirects to the page that belongs to the outcome of a registration (docs/product/registration.md#registration).
 *
 * @param intent - the step of the form that the visitor has sent
 */
export async function respondToOutcome(
  context: RequestContext,
  intent: RegistrationIntent,
  registration: Registration,
  outcome: CompletedRegistration,
): Promise<TypedResponse<never>> {
  await trackRegistrationOutcome(context, intent, registration, outcome);
  switch (outcome.status) {
    case "active":
      return redirectToPage(context, "/registration/registrationformemailactivecomplete");
    case "refused": {
      const { inviter = null } = await readDraft(context);
      const { code } = registration.invitation;
      return denyInvitation(context, outcome.reason, { code, inviter });
    }
    case "just-sent":
      saveDraft(context, {
        ...(await readDraft(context)),
        mailedTo: toAccountKey(registration.fields.email),
        notice: { kind: "just-sent", seconds: outcome.retryAfter },
      });
      return redirectWithDraft(context, mailSentPaths.pending);
    case "created":
    case "pending": {
      const { popup, ...draft } = await readDraft(context);
      saveDraft(context, {
        ...draft,
        registrationId: outcome.registrationId ?? undefined,
        mailedTo: toAccountKey(registration.fields.email),
        ...hashPerson(registration),
        changesAddress: undefined,
        replaced: { by: hashRegistrationContent(registration), id: registration.replacedRegistrationId },
        // For a pending account, acq sends the e-mail again.
        notice: outcome.status === "pending" ? { kind: "sent-again" } : undefined,
      });
      if (outcome.status === "pending") return redirectWithDraft(context, mailSentPaths.pending);
      // The landing page is cached and reads no draft from its URL. It can show the finished message only if the
      // browser sends the draft cookie.
      return popup && !mustCarryDraft(context)
        ? redirectToFullPath(context, createPopupUrl(popup))
        : redirectWithDraft(context, mailSentPaths.finished);
    }
  }
}

/**
 * Queues the analytics events of a registration. Does nothing if the visitor has sent the same form with the same
 * content again.
 */
async function trackRegistrationOutcome(
  context: RequestContext,
  intent: RegistrationIntent,
  registration: Registration,
  outcome: CompletedRegistration,
): Promise<void> {
  const { replaced } = await readDraft(context);
  if (replaced?.by === hashRegistrationContent(registration)) return;
  const events: AnalyticsEvent[] =
    intent === "leanStep2" ? [{ event: "submit_form_registration_step2" }] : [];
  if (outcome.status === "created")
    events.push(...createRegistrationEvents(registration.fields, outcome.registrationId));
  if (events.length > 0) await queueEventForNextPage(context, ...events);
}

function createRegistrationEvents(
  { email, newsletter }: RegistrationFields,
  registrationId: string | null,
): AnalyticsEvent[] {
  return [
    {
      event: "successful_user_registration",
      email: hashEmail(email),
      ...(registrationId !== null && { registrationId: hashId(registrationId) }),
    },
    ...(newsletter ? [{ event: "subscribe_newsletter" } as const] : []),
  ];
}
