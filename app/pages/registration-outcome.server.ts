import type { RequestContext } from "~/context.server";
import type { Invitation } from "~/domain/registration/check-code.server";
import {
  idempotencyKey,
  type Registration,
  type RegistrationOutcome,
} from "~/domain/registration/register-visitor.server";
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

type Content = Pick<Registration, "invitation" | "fields" | "legalTexts" | "formId">;

function contentKey({ invitation, fields, legalTexts, formId }: Content): string {
  return idempotencyKey(formId, { invitation, fields, legalTexts });
}

/** The page that follows each outcome (contract.md, section 7). */
export async function afterRegistration(
  context: RequestContext,
  registration: Registration,
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
        replaced: { by: contentKey(registration), id: registration.replaces },
      });
      return outcome.status === "created"
        ? "/registration/formfinished"
        : "/registration/registrationformemailpendingcomplete";
  }
}
