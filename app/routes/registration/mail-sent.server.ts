import { data, type TypedResponse } from "@remix-run/node";
import { v4 as uuid } from "uuid";
import type { AcqFailure } from "~/acq/results";
import { resendActivationEmail } from "~/acq/operations/resend-activation-email.server";
import type { RequestContext } from "~/request/context.server";
import type { Draft } from "~/domain/registration/draft-schema.server";
import { addCarriedDraft } from "~/request/carried-draft.server";
import { readDraft, saveDraft, redirectWithDraft } from "~/request/draft.server";
import {
  readFieldText,
  isAcceptedForm,
  issueFormToken,
  readPlainInvitation,
} from "~/request/form-token.server";
import { toDraftFields } from "~/request/invitation.server";
import { isEmailAddress } from "~/domain/registration/field-rules";
import { toAccountKey } from "~/request/limits/limit-keys.server";
import {
  countAgainstLimit,
  createExpiredMessage,
  refundWithoutResponse,
  redirectToPage,
  createUnavailablePage,
} from "~/request/replies.server";
import type { Acq } from "~/acq/client.server";
import { fetchRegistrationStatus, type RegistrationStatus } from "~/acq/operations/registration.server";

/** The data of a page after a registration: the activation e-mail was sent, or the account is already active. */
export type MailSentData = { view: "active" } | ({ view: "waiting" } & WaitingData);

/** The data of the page that says: the activation e-mail was sent, and the account waits for its activation. */
export interface WaitingData {
  /**
   * The e-mail address of the recipient. Undefined without cookies, because the draft is then in the URL, which never
   * contains an e-mail address.
   */
  email: string | undefined;
  /**
   * The query to add to the URLs of the page's forms and event stream. It contains the draft if the browser stores no
   * cookies, otherwise it is empty.
   */
  query: string;
  formToken: string;
  /**
   * The invitation, which the form also sends in plain fields, because the form's token and the draft may expire. A
   * missing value is "".
   */
  invitation: { code: string; validityTimestamp: string };
  /**
   * False if the draft has no registration id, for example because another browser has registered the address. The
   * status cannot be requested without the id.
   */
  isKnown: boolean;
  /** The result of the last clicked button. It is shown once. */
  notice: MailNotice | undefined;
}

export type MailNotice = Exclude<Draft["notice"], { kind: "consent-saved" } | undefined>;

/**
 * Returns the data of a page after a registration; undefined if the visitor has sent no registration. With
 * `?done=active` no draft is needed, because the activation has deleted it.
 */
export async function readMailSentData(context: RequestContext): Promise<MailSentData | undefined> {
  if (context.currentUrl.searchParams.get("done") === "active") return { view: "active" };
  const { notice, ...draft } = await readDraft(context);
  if (!isMailSent(draft)) return undefined;
  const visibleNotice = notice?.kind === "consent-saved" ? undefined : notice;
  if (visibleNotice) saveDraft(context, draft);
  if (visibleNotice?.kind === "expired") context.responseState.namespaces.push("errors");
  const formToken = issueFormToken(context);
  const isKnown = draft.registrationId !== undefined;
  const { registrationEmail: email, registrationCode: code = "", validityTimestamp = "" } = draft;
  const invitation = { code, validityTimestamp };
  const query = addCarriedDraft(context, "", draft);
  return { view: "waiting", email, query, formToken, invitation, isKnown, notice: visibleNotice };
}

/**
 * A registration that waits for its activation. Other people may see the landing page on this device, so it does not
 * contain the whole address.
 */
export interface WaitingRegistration {
  /** The masked e-mail address: its first letter and its domain. */
  email: string;
  formToken: string;
}

/** Returns the registration that waits for its activation; undefined if the visitor has sent none. */
export async function readWaitingRegistration(
  context: RequestContext,
): Promise<WaitingRegistration | undefined> {
  const draft = await readDraft(context);
  if (!isMailSent(draft) || !draft.registrationEmail) return undefined;
  return { email: maskEmail(draft.registrationEmail), formToken: issueFormToken(context) };
}

/** Returns the draft. If acq no longer knows the draft's registration, returns the draft without the registration. */
export async function removeExpiredRegistration(context: RequestContext, draft: Draft): Promise<Draft> {
  if (draft.registrationId === undefined) return draft;
  const statusCheck = await checkStatusAtAcq(context, draft.registrationId);
  if (statusCheck.status !== "gone") return draft;
  return { ...draft, registrationId: undefined, mailedTo: undefined, replaced: undefined };
}

function maskEmail(email: string): string {
  const [firstLetter = ""] = email;
  // A word joiner (U+2060) prevents a line break before the domain.
  return `${firstLetter}…\u2060${email.slice(email.lastIndexOf("@"))}`;
}

type MailSentOutcome =
  | { status: "no-draft" | "stay" | "active" | "change-email" }
  /** The registration has no id for acq; the address is used instead. */
  | { status: "by-address" }
  | { status: "failed"; failure: AcqFailure };

function isMailSent({ registrationId, mailedTo }: Draft): boolean {
  return registrationId !== undefined || mailedTo !== undefined;
}

/**
 * Performs the action of the clicked button, then redirects to the page at `path`.
 *
 * @param createStayRedirect - creates the redirect if the visitor stays on the page with the button; by default, a
 *   redirect to `path`
 * @throws the error page if acq does not answer
 */
export async function respondToMailSentForm(
  context: RequestContext,
  form: FormData,
  path: string,
  createStayRedirect?: () => TypedResponse<never>,
) {
  if (!isAcceptedForm(context, form)) return showExpiredForm(context, form);
  const outcome = await processMailSentForm(context, form);
  switch (outcome.status) {
    case "no-draft":
      // The draft has expired, or another window of this browser has activated the account. The activation page
      // explains both cases.
      return redirectToPage(context, form.get("intent") === "check" ? "/registration/activateaccount" : "/");
    case "active":
      return redirectToPage(context, `${path}?done=active`);
    case "by-address":
      return redirectToPage(context, "/registration/resend");
    case "change-email":
      saveDraft(context, { ...(await readDraft(context)), changesAddress: true });
      return redirectWithDraft(context, "/registration/formstarted");
    case "stay":
      return createStayRedirect?.() ?? redirectWithDraft(context, path);
    case "failed":
      throw createUnavailablePage(context, outcome.failure);
  }
}

/**
 * Shows the page again after its form token was rejected. The visitor must click the button once more. Without a draft,
 * the page is rendered from the form's plain fields.
 */
async function showExpiredForm(context: RequestContext, form: FormData) {
  const draft = await readDraft(context);
  const shownDraft = isMailSent(draft) ? draft : { ...draft, ...readPlainRegistration(form) };
  if (!shownDraft.registrationEmail) return redirectToPage(context, "/registration/resend");
  const notice = createExpiredMessage(context);
  saveDraft(context, { ...shownDraft, notice });
  return data(null, { status: 422 });
}

/**
 * Returns the registration in a form's plain fields as a draft. It has no registration id, so acq can find the account
 * only by the e-mail address.
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
  const statusCheck = await checkStatusAtAcq(context, registrationId);
  switch (statusCheck.status) {
    case "failed":
      return statusCheck;
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
  const networkAttempt = await countAgainstLimit(context, "check");
  const outcome = await checkActivation(context, draft, registrationId);
  if (outcome.status === "failed") await refundWithoutResponse(context, networkAttempt);
  return outcome;
}

async function resendWithinLimit(
  context: RequestContext,
  draft: Draft,
  registrationId: string,
): Promise<MailSentOutcome> {
  const networkAttempt = await countAgainstLimit(context, "resend");
  const idempotencyKey = uuid();
  const accountKey = draft.mailedTo ?? toAccountKey(draft.registrationEmail ?? "");
  const mailAttempt = await context.limits.tryMail({ accountKey, idempotencyKey, reason: "request" });
  if (mailAttempt.status === "over")
    return checkActivation(context, draft, registrationId, {
      kind: "too-early",
      seconds: mailAttempt.retryAfter,
    });
  const response = await resendActivationEmail(context.acq, registrationId, idempotencyKey);
  if (!response.ok) {
    await refundWithoutResponse(context, networkAttempt, mailAttempt);
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

type StatusCheck = { status: RegistrationStatus } | { status: "failed"; failure: AcqFailure };

/** Requests the status of a registration from acq. Does not count against a limit. */
async function checkStatusAtAcq(dependencies: { acq: Acq }, registrationId: string): Promise<StatusCheck> {
  const response = await fetchRegistrationStatus(dependencies.acq, registrationId);
  return response.ok ? { status: response.data } : { status: "failed", failure: response.failure };
}
