import type { RequestContext } from "~/context.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import type { Registration, RegistrationOutcome } from "~/domain/registration/register-visitor.server";
import type { RegistrationFields } from "~/domain/registration/registration.schema";
import { keepDraft, readDraft } from "./draft.server";
import type { RegistrationSubmission } from "./registration-submission.server";

/** What is registered: the form's content and what the draft knows of its visitor. */
export async function registrationOf(
  context: RequestContext,
  { legalTexts, formId }: RegistrationSubmission,
  invitation: Invitation,
  fields: RegistrationFields,
): Promise<Registration> {
  const { campaign, referrer, registrationId } = await readDraft(context);
  return {
    invitation,
    fields,
    legalTexts,
    formId,
    locale: context.locale,
    campaign,
    referrer,
    replaces: registrationId,
  };
}

/** The page that follows each outcome (contract.md, section 7). */
export async function afterRegistration(
  context: RequestContext,
  outcome: Exclude<RegistrationOutcome, { status: "failed" }>,
): Promise<string> {
  switch (outcome.status) {
    case "active":
      return "/registration/registrationformemailactivecomplete";
    case "refused":
      return `/registration/deny?reason=${outcome.reason}`;
    case "created":
    case "pending":
      await keepDraft(context, {
        ...(await readDraft(context)),
        registrationId: outcome.registrationId ?? undefined,
      });
      return outcome.status === "created"
        ? "/registration/formfinished"
        : "/registration/registrationformemailpendingcomplete";
  }
}
