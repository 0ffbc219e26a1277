import { v4 as uuid } from "uuid";
import type { AcqFailure } from "~/acq/failure";
import { resendActivationEmail } from "~/acq/operations/resend-activation-email.server";
import type { RequestContext } from "~/context.server";
import { checkStanding } from "~/domain/registration/check-standing.server";
import type { Draft } from "~/domain/registration/draft.schema";
import { keepDraft, readDraft } from "./draft.server";
import { issueFormToken } from "~/http/forms/form-token.server";
import { countAgainstLimit } from "./limits.server";

/** What the pages show that say that a mail is on its way, or that it has done its work. */
export type MailSentData =
  | { view: "active" }
  | {
      view: "waiting";
      email: string;
      formToken: string;
      /** A message of the last action, shown once. */
      notice: MailNotice | undefined;
    };

export type MailNotice = Exclude<Draft["notice"], { kind: "consent-saved" } | undefined>;

/** Undefined for a visitor who has sent no registration. `?done=active` needs none: its draft has ended. */
export async function mailSentData(
  context: RequestContext,
  request: Request,
): Promise<MailSentData | undefined> {
  if (new URL(request.url).searchParams.get("done") === "active") return { view: "active" };
  const { notice, ...draft } = await readDraft(context);
  if (!draft.registrationId || !draft.registrationEmail) return undefined;
  const shown = notice?.kind === "consent-saved" ? undefined : notice;
  if (shown) await keepDraft(context, draft);
  const formToken = await issueFormToken(context);
  return { view: "waiting", email: draft.registrationEmail, formToken, notice: shown };
}

export type MailSentOutcome =
  { status: "no-draft" | "stay" | "active" | "change-email" } | { status: "failed"; failure: AcqFailure };

/**
 * `intent=check` asks whether the account is active; `intent=resend` asks for the mail once more;
 * `intent=change-email` goes back to the form with all it held.
 */
export async function answerMailSent(context: RequestContext, form: FormData): Promise<MailSentOutcome> {
  const draft = await readDraft(context);
  const { registrationId } = draft;
  if (!registrationId) return { status: "no-draft" };
  switch (form.get("intent")) {
    case "change-email":
      await keepDraft(context, { ...draft, registrationFlow: "leanStep1" });
      return { status: "change-email" };
    case "check":
      await countAgainstLimit(context, "check");
      return check(context, draft, registrationId);
    default:
      await countAgainstLimit(context, "resend");
      return resend(context, draft, registrationId);
  }
}

/** The draft ends when the activation is seen (contract.md, section 5). */
async function check(
  context: RequestContext,
  draft: Draft,
  registrationId: string,
): Promise<MailSentOutcome> {
  const asked = await checkStanding(context, registrationId);
  switch (asked.status) {
    case "failed":
      return asked;
    case "active":
      await keepDraft(context, {});
      return { status: "active" };
    case "waiting":
      await keepDraft(context, { ...draft, notice: { kind: "not-yet" } });
      return { status: "stay" };
    case "gone":
      await keepDraft(context, { ...draft, notice: { kind: "gone" } });
      return { status: "stay" };
  }
}

async function resend(
  context: RequestContext,
  draft: Draft,
  registrationId: string,
): Promise<MailSentOutcome> {
  const asked = await resendActivationEmail(context.acq, registrationId, uuid());
  if (!asked.ok) return { status: "failed", failure: asked.failure };
  const { status, retryAfter } = asked.data;
  switch (status) {
    case "SENT":
      await keepDraft(context, { ...draft, notice: { kind: "resent" } });
      return { status: "stay" };
    case "TOO_EARLY":
      await keepDraft(context, { ...draft, notice: { kind: "too-early", seconds: retryAfter } });
      return { status: "stay" };
    // Nothing was sent: active already, or known no more.
    case "NOT_PENDING":
      return check(context, draft, registrationId);
  }
}
