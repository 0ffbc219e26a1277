import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/react";
import type { AcqFailure } from "~/acq/results";
import type { Invitation } from "~/domain/registration/check-code.server";
import type { EmailSuggestion } from "~/domain/registration/email-suggestion";
import type { Registration } from "~/domain/registration/register-visitor.server";
import type { RefusalReason } from "~/domain/registration/registration-code";
import { isSecondStep } from "~/domain/registration/form-pages";
import { createFormSchema, isCompleteForm } from "~/domain/registration/registration.schema";
import { isLocale } from "~/i18n/locales";
import { checkInvitationWithinLimit } from "~/request/code-check.server";
import type { RequestContext } from "~/request/context.server";
import { readDraft, saveDraft } from "~/request/draft.server";
import { readMemberToken } from "~/cookies/cookies.server";
import { readFieldText } from "~/request/form-token.server";
import { toDraftFields } from "~/request/invitation.server";
import { hashEmail, queueEventForNextPage } from "~/request/page-events.server";
import type { LimitedCodeCheck } from "~/request/request-cache.server";
import type { CheckedInvitation } from "~/request/response-state.server";
import { findEmailSuggestion } from "~/request/suggested-email.server";
import {
  type LimitedRegistrationOutcome,
  registerWithinLimits,
} from "~/routes/registration/limited-mails.server";
import { findAgreedTexts, createShownCountries } from "~/routes/registration/registration-form.server";
import { hashRegistrationContent, isSamePerson } from "./registration-hashes.server";
import type { RegistrationSubmission } from "./submission.server";

/** The reason why the registration form is shown again. */
export type RejectionReason =
  | { kind: "invalid" }
  /** The form's token was not accepted. */
  | { kind: "expired" }
  /** A machine may have filled in the form. The visitor must confirm it once. */
  | { kind: "suspicious" }
  /** acq did not answer. */
  | { kind: "failed"; failure: AcqFailure }
  /** `limited`: too many attempts from this network. `waiting`: an e-mail to the address was requested a moment ago. */
  | { kind: "limited" | "waiting"; retryAfter: number };

/** A form that is shown again, and the data of its page. */
export interface RejectedForm {
  fault: RejectionReason;
  reply: SubmissionResult;
  suggestion: EmailSuggestion | undefined;
  checkedInvitation: CheckedInvitation;
}

export type CompletedRegistration = Exclude<
  LimitedRegistrationOutcome,
  { status: "failed" | "limited" | "waiting" }
>;

type ProcessedSubmission =
  | { kind: "no-invitation" }
  | { kind: "refused"; reason: RefusalReason; inviter: string | null; code: string }
  /** Another step follows. */
  | { kind: "step"; step: 1 | 2 }
  /** The form is shown again in another language with the typed values. */
  | { kind: "translated"; step: 1 | 2 }
  | { kind: "rejected"; rejectedForm: RejectedForm }
  | { kind: "answered"; registration: Registration; outcome: CompletedRegistration };

/**
 * Checks a submitted registration form and registers the visitor (docs/product/registration.md#registration). The route
 * converts the result into an HTTP response.
 */
export async function processSubmission(
  context: RequestContext,
  input: RegistrationSubmission,
): Promise<ProcessedSubmission> {
  const { form, intent, invitation } = input;
  if (!invitation) return { kind: "no-invitation" };
  if (intent === "back" && !input.isExpired) return { kind: "step", step: 1 };
  // The visitor has clicked a language button, and status 307 redirected the form to this action. The form is only
  // shown again, in the new language.
  if (isLocale(readFieldText(form, "locale")))
    return { kind: "translated", step: isSecondStep(intent) ? 2 : 1 };

  const codeCheckResult = await checkSubmittedCode(context, input, invitation);
  if (codeCheckResult?.status === "refused")
    return {
      kind: "refused",
      reason: codeCheckResult.reason,
      inviter: codeCheckResult.inviter,
      code: invitation.code,
    };
  if (input.isExpired) saveDraft(context, { ...(await readDraft(context)), ...toDraftFields(invitation) });

  const checkedInvitation =
    codeCheckResult?.status === "usable" ? codeCheckResult : createCheckedInvitation(input);
  const submission = parseSubmission(context, input, checkedInvitation);
  // Suggests no correction of the e-mail address in the second step, because the first step has done so.
  const suggestion = isSecondStep(intent) ? undefined : findEmailSuggestion(form);
  const reject = (fault: RejectionReason, fieldErrors?: Record<string, string[]>): ProcessedSubmission => {
    const reply = submission.reply(fieldErrors && { fieldErrors });
    const { inviter, countryOptions } = checkedInvitation;
    return {
      kind: "rejected",
      rejectedForm: { fault, reply, suggestion, checkedInvitation: { inviter, countryOptions } },
    };
  };
  // A suggestion is always shown as an error of the e-mail field, even if the form is rejected for another reason.
  // Visitors can only confirm a suggestion that they have seen.
  const suggestionError = suggestion && { email: ["email.suggestion"] };
  const fault = findFormFault(codeCheckResult, input);
  if (fault) return reject(fault, suggestionError);
  if (suggestion || submission.status !== "success") return reject({ kind: "invalid" }, suggestionError);
  if (!codeCheckResult) return reject({ kind: "suspicious" });

  const validFields = submission.value;
  if (!isCompleteForm(validFields)) {
    // The default flow emits its analytics event with the whole form.
    if (intent === "leanStep1")
      await queueEventForNextPage(context, { event: "submit_email", email: hashEmail(validFields.email) });
    return { kind: "step", step: 2 };
  }
  const agreedLegalTexts = findAgreedTexts(
    checkedInvitation.countryOptions,
    validFields.country,
    input.legalTexts,
  );
  if (!agreedLegalTexts) return reject({ kind: "invalid" }, { terms: ["terms.changed"] });

  const registration = await createRegistration(context, input, invitation, {
    fields: validFields,
    legalTexts: agreedLegalTexts,
  });
  const outcome = await registerWithinLimits(context, registration);
  switch (outcome.status) {
    case "failed":
      return reject({ kind: "failed", failure: outcome.failure });
    case "limited":
    case "waiting":
      return reject({ kind: outcome.status, retryAfter: outcome.retryAfter });
    default:
      return { kind: "answered", registration, outcome };
  }
}

/**
 * Returns the inviter and the countries that the form showed, for the case that acq was not called or did not answer.
 */
function createCheckedInvitation({ inviter, legalTexts }: RegistrationSubmission): CheckedInvitation {
  return { inviter, countryOptions: createShownCountries(legalTexts) };
}

function parseSubmission(
  context: RequestContext,
  { form, intent }: RegistrationSubmission,
  { countryOptions }: CheckedInvitation,
) {
  const countries = countryOptions.map(({ isoCode }) => isoCode);
  const rules = { countries, salutationOptional: context.config.salutationOptional };
  return parseWithZod(form, { schema: createFormSchema(intent, rules) });
}

/**
 * Returns the reason to reject the form as a whole, if there is one. It takes precedence over errors in the form's
 * fields.
 */
function findFormFault(
  codeCheckResult: Exclude<LimitedCodeCheck, { status: "refused" }> | undefined,
  { isExpired }: RegistrationSubmission,
): RejectionReason | undefined {
  if (codeCheckResult?.status === "limited")
    return { kind: "limited", retryAfter: codeCheckResult.retryAfter };
  if (codeCheckResult?.status === "failed") return { kind: "failed", failure: codeCheckResult.failure };
  return isExpired ? { kind: "expired" } : undefined;
}

/**
 * Checks the invitation of a submitted form with acq. Returns undefined for a suspicious form, which the visitor must
 * confirm first. If the form's token was rejected, its code counts against the limit for links.
 */
function checkSubmittedCode(
  context: RequestContext,
  { isExpired, isSuspicious }: RegistrationSubmission,
  invitation: Invitation,
): Promise<LimitedCodeCheck | undefined> {
  if (isExpired) return checkInvitationWithinLimit(context, invitation, "linked");
  return isSuspicious
    ? Promise.resolve(undefined)
    : checkInvitationWithinLimit(context, invitation, "submitted");
}

/** Returns the registration to send to acq: the form's content, and data about the visitor from the draft. */
async function createRegistration(
  context: RequestContext,
  { formId }: RegistrationSubmission,
  invitation: Invitation,
  { fields, legalTexts }: Pick<Registration, "fields" | "legalTexts">,
): Promise<Registration> {
  const draft = await readDraft(context);
  const { campaign, referrer, registrationId, replaced } = draft;
  const registrationContent = { invitation, fields, legalTexts, formId };
  const sentRegistrationId = isSamePerson(draft, registrationContent) ? registrationId : undefined;
  return {
    ...registrationContent,
    memberToken: readMemberToken(context),
    locale: context.locale,
    campaign,
    referrer,
    replacedRegistrationId:
      replaced?.by === hashRegistrationContent(registrationContent) ? replaced.id : sentRegistrationId,
  };
}
