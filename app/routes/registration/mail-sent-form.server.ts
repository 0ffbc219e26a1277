import { data, type TypedResponse } from "@remix-run/node";
import { v4 as uuid } from "uuid";
import type { AcqFailure } from "~/acq/results";
import { fetchRegistrationStatus } from "~/acq/operations/registration.server";
import { resendActivationEmail } from "~/acq/operations/resend-activation-email.server";
import type { Draft } from "~/domain/registration/draft-schema.server";
import { isEmailAddress } from "~/domain/registration/field-rules";
import type { RequestContext } from "~/request/context.server";
import { readDraft, saveDraft, redirectWithDraft } from "~/request/draft.server";
import { readFieldText, isAcceptedForm, readPlainInvitation } from "~/request/form-token.server";
import { toDraftFields } from "~/request/invitation.server";
import { toAccountKey } from "~/request/limits/limit-keys.server";
import {
  createExpiredFormMessage,
  createTooManyAttemptsMessage,
  refundAttemptsWithoutResponse,
  redirectToPage,
  createUnavailablePage,
} from "~/request/replies.server";
import { mailSentPaths, type MailSentGroup } from "./mail-sent-paths";
import { isMailSent, type MailNotice } from "./mail-sent.server";

type MailSentOutcome =
  | { status: "no-draft" | "stay" | "active" | "change-email" }
  /** The registration has no id for acq; the address is used instead. */
  | { status: "by-address" }
  /** The visitor's network has sent too many forms. The next one is possible in `retryAfter` seconds. */
  | { status: "limited"; retryAfter: number }
  | { status: "failed"; failure: AcqFailure };

/**
 * Performs the action of the clicked button, then redirects to the page with the button.
 *
 * @param createStayRedirect - creates the redirect if the visitor stays on the page with the button; by default, a
 *   redirect to the page of `group`
 * @throws the error page if acq does not answer
 */
export async function respondToMailSentForm(
  context: RequestContext,
  form: FormData,
  group: MailSentGroup,
  createStayRedirect?: () => TypedResponse<never>,
) {
  if (!isAcceptedForm(context, form)) return showExpiredForm(context, form);
  const outcome = await processMailSentForm(context, form);
  switch (outcome.status) {
    case "no-draft":
      // The draft has expired, or the account was activated in another window of this browser. The activation page
      // explains both cases.
      return redirectToPage(context, form.get("intent") === "check" ? "/registration/activateaccount" : "/");
    case "active":
      return redirectToPage(context, `${mailSentPaths[group]}?done=active`);
    case "by-address":
      return redirectToPage(context, "/registration/resend");
    case "change-email":
      saveDraft(context, { ...(await readDraft(context)), changesAddress: true });
      return redirectWithDraft(context, "/registration/formstarted");
    case "stay":
      return createStayRedirect?.() ?? redirectWithDraft(context, mailSentPaths[group]);
    case "limited":
      return showTooManyAttempts(context, outcome.retryAfter);
    case "failed":
      throw createUnavailablePage(context, outcome.failure);
  }
}

/** Shows the page again (429) with the time to wait. The registration and its address stay on the page. */
async function showTooManyAttempts(context: RequestContext, retryAfter: number) {
  const notice = createTooManyAttemptsMessage(context, retryAfter);
  context.responseState.hasFormError = true;
  saveDraft(context, { ...(await readDraft(context)), notice });
  return data(null, { status: 429 });
}

/**
 * Shows the page again after its form token was rejected. The visitor must click the button once more. Without a draft,
 * the page is rendered from the form's plain fields.
 */
async function showExpiredForm(context: RequestContext, form: FormData) {
  const draft = await readDraft(context);
  const shownDraft = isMailSent(draft) ? draft : { ...draft, ...readPlainRegistration(form) };
  if (!shownDraft.registrationEmail) return redirectToPage(context, "/registration/resend");
  const notice = createExpiredFormMessage(context);
  saveDraft(context, { ...shownDraft, notice });
  return data(null, { status: 422 });
}

/**
 * Returns the registration in a form's plain fields as a draft. The draft has no registration id, so acq can find the
 * account only by the e-mail address.
 */
function readPlainRegistration(form: FormData): Draft {
  const email = readFieldText(form, "email");
  if (!isEmailAddress(email)) return {};
  const invitation = readPlainInvitation(form);
  const invitationParts = invitation && toDraftFields(invitation);
  return { registrationEmail: email, mailedTo: toAccountKey(email), ...invitationParts };
}

/**
 * Performs the action that `intent` names: "check" requests the registration's status, "resend" requests the e-mail
 * again. "change-email" returns to the registration form with its content.
 */
async function processMailSentForm(context: RequestContext, form: FormData): Promise<MailSentOutcome> {
  const draft = await readDraft(context);
  if (!isMailSent(draft)) return { status: "no-draft" };
  if (form.get("intent") === "change-email") return { status: "change-email" };
  const { registrationId } = draft;
  if (registrationId === undefined) return { status: "by-address" };
  switch (form.get("intent")) {
    case "check":
      return checkActivationWithinLimit(context, draft, registrationId);
    case "resend":
      return resendWithinLimit(context, draft, registrationId);
    default:
      return { status: "stay" };
  }
}

/**
 * Requests the registration's status. If the account is active, deletes the draft
 * (docs/product/cookies-and-events.md#cookies-and-storage).
 *
 * @param notice - the message to show if the account is not active yet
 */
async function checkActivation(
  context: RequestContext,
  draft: Draft,
  registrationId: string,
  notice: MailNotice = { kind: "not-yet" },
): Promise<MailSentOutcome> {
  const response = await fetchRegistrationStatus(context.acq, registrationId);
  if (!response.ok) return { status: "failed", failure: response.failure };
  switch (response.data) {
    case "active":
      saveDraft(context, {});
      return { status: "active" };
    case "waiting":
      saveDraft(context, { ...draft, notice });
      return { status: "stay" };
    case "gone":
      saveDraft(context, { ...draft, notice: { kind: "gone" } });
      return { status: "stay" };
  }
}

async function checkActivationWithinLimit(
  context: RequestContext,
  draft: Draft,
  registrationId: string,
): Promise<MailSentOutcome> {
  const networkAttempt = await context.limits.countAction("check", context.requestInfo.clientAddress);
  if (networkAttempt.status === "limited") return networkAttempt;
  const outcome = await checkActivation(context, draft, registrationId);
  if (outcome.status === "failed") await refundAttemptsWithoutResponse(context, networkAttempt);
  return outcome;
}

async function resendWithinLimit(
  context: RequestContext,
  draft: Draft,
  registrationId: string,
): Promise<MailSentOutcome> {
  const networkAttempt = await context.limits.countAction("resend", context.requestInfo.clientAddress);
  if (networkAttempt.status === "limited") return networkAttempt;
  const idempotencyKey = uuid();
  const accountKey = draft.mailedTo ?? toAccountKey(draft.registrationEmail ?? "");
  const mailAttempt = await context.limits.countMailAttempt({
    accountKey,
    idempotencyKey,
    reason: "request",
  });
  if (mailAttempt.status === "limited")
    return checkActivation(context, draft, registrationId, {
      kind: "too-early",
      seconds: mailAttempt.retryAfter,
    });
  const response = await resendActivationEmail(context.acq, registrationId, idempotencyKey);
  if (!response.ok) {
    await refundAttemptsWithoutResponse(context, networkAttempt, mailAttempt);
    return { status: "failed", failure: response.failure };
  }
  const { status, retryAfter } = response.data;
  switch (status) {
    case "SENT":
      saveDraft(context, { ...draft, notice: { kind: "resent" } });
      return { status: "stay" };
    case "TOO_EARLY":
      saveDraft(context, { ...draft, notice: { kind: "too-early", seconds: retryAfter } });
      return { status: "stay" };
    // acq has sent no e-mail: the account is already active, or acq no longer knows the registration.
    case "NOT_PENDING":
      await mailAttempt.refund();
      return checkActivation(context, draft, registrationId);
  }
}
