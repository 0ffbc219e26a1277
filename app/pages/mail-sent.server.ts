import { v4 as uuid } from "uuid";
import type { AcqFailure } from "~/acq/failure";
import { resendActivationEmail } from "~/acq/operations/resend-activation-email.server";
import type { RequestContext } from "~/context.server";
import type { Draft } from "~/domain/registration/draft.schema";
import { keepDraft, readDraft } from "./draft.server";
import { issueFormToken } from "~/http/form-token.server";
import { countAgainstLimit } from "./limits.server";

/** What the pages show that say that a mail is on its way. */
export interface MailSentData {
  email: string;
  formToken: string;
  /** A message of the last action, shown once. */
  notice: MailNotice | undefined;
}

type MailNotice = Exclude<Draft["notice"], { kind: "consent-saved" } | undefined>;

/** Undefined for a visitor who has sent no registration. */
export async function mailSentData(context: RequestContext): Promise<MailSentData | undefined> {
  const { notice, ...draft } = await readDraft(context);
  if (!draft.registrationId || !draft.registrationEmail) return undefined;
  const shown = notice?.kind === "consent-saved" ? undefined : notice;
  if (shown) await keepDraft(context, draft);
  return { email: draft.registrationEmail, formToken: await issueFormToken(context), notice: shown };
}

export type MailSentOutcome =
  { status: "no-draft" | "stay" | "change-email" } | { status: "failed"; failure: AcqFailure };

/** `intent=resend` asks for the mail once more; `intent=change-email` goes back to the form with all it held. */
export async function answerMailSent(context: RequestContext, form: FormData): Promise<MailSentOutcome> {
  const draft = await readDraft(context);
  if (!draft.registrationId) return { status: "no-draft" };
  if (form.get("intent") === "change-email") {
    await keepDraft(context, { ...draft, registrationFlow: "leanStep1" });
    return { status: "change-email" };
  }
  await countAgainstLimit(context, "resend");
  const asked = await resendActivationEmail(context.acq, draft.registrationId, uuid());
  if (!asked.ok) return { status: "failed", failure: asked.failure };
  const { status, retryAfter } = asked.data;
  const notice =
    status === "TOO_EARLY"
      ? { kind: "too-early" as const, seconds: retryAfter }
      : { kind: "resent" as const };
  await keepDraft(context, { ...draft, notice });
  return { status: "stay" };
}
