import type { RequestContext } from "~/request/context.server";
import {
  registerVisitor,
  type Registration,
  registrationKey,
  type RegistrationOutcome,
} from "~/domain/registration/register-visitor.server";
import { accountKeyOf } from "~/request/limits/limit-keys.server";
import { readDraft } from "~/request/draft.server";
import { refundUnanswered } from "~/request/replies.server";
import type { LimitedAnswer } from "~/request/email-form.server";
import { requestActivationEmail } from "~/acq/operations/request-activation-email.server";

/**
 * `over`: the visitor's network has registered too many.
 * `just-sent`: the address was registered a moment ago, and its e-mail is on its way.
 * `waiting`: somebody has just asked for an e-mail to it. `retryAfter` is in seconds.
 */
export type LimitedRegistration =
  | RegistrationOutcome
  | { status: "over"; retryAfter: number }
  | { status: "just-sent"; retryAfter: number }
  | { status: "waiting"; retryAfter: number };

/**
 * Registers a visitor, unless acq would send the address one e-mail more than its owner wants: then acq is not asked
 * (docs/decisions/limits.md).
 */
export async function registerWithinLimits(
  context: RequestContext,
  registration: Registration,
): Promise<LimitedRegistration> {
  const counted = await context.limits.take("registration", context.requestInfo.clientAddress);
  if (counted.status === "over") return { status: "over", retryAfter: counted.retryAfter };
  const account = accountKeyOf(registration.fields.email);
  const key = registrationKey(registration);
  const attempt = await context.limits.tryMail({ account, key, reason: "registration" });
  if (attempt.status === "over") {
    const { registrationId, mailedTo } = await readDraft(context);
    // A visitor who has registered another address takes its place along, which acq alone can do.
    const hasAnother = registrationId !== undefined && mailedTo !== account;
    const { isRegistered, retryAfter } = attempt;
    return { status: isRegistered && !hasAnother ? "just-sent" : "waiting", retryAfter };
  }
  const outcome = await registerVisitor(context, registration);
  if (outcome.status === "failed") await refundUnanswered(context, counted, attempt);
  if (outcome.status === "active" || outcome.status === "refused") await attempt.refund();
  return outcome;
}

/**
 * Asks for the e-mail of an address, unless it was asked for a moment ago: nobody learns that it was, nor whether there
 * is anything to send.
 */
export async function requestWithinLimits(
  context: RequestContext,
  input: { email: string; locale: string },
  key: string,
): Promise<LimitedAnswer> {
  const counted = await context.limits.take("resend", context.requestInfo.clientAddress);
  if (counted.status === "over") return { ok: false, retryAfter: counted.retryAfter };
  const account = accountKeyOf(input.email);
  const attempt = await context.limits.tryMail({ account, key, reason: "request" });
  if (attempt.status === "over") return { ok: true, data: null };
  const asked = await requestActivationEmail(context.acq, input, key);
  if (!asked.ok) await refundUnanswered(context, counted, attempt);
  return asked;
}
