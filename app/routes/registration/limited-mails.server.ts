import type { RequestContext } from "~/request/context.server";
import {
  registerVisitor,
  type Registration,
  createRegistrationIdempotencyKey,
  type RegistrationOutcome,
} from "~/domain/registration/register-visitor.server";
import { toAccountKey } from "~/request/limits/limit-keys.server";
import { readDraft } from "~/request/draft.server";
import { refundAttemptsWithoutResponse } from "~/request/replies.server";
import type { LimitedAcqResult } from "~/request/email-form.server";
import { requestActivationEmail } from "~/acq/operations/request-activation-email.server";

/**
 * The result of a registration under rate limits, with `retryAfter` in seconds. `limited`: too many registrations from
 * the visitor's network. `just-sent`: the address was registered a moment ago, so its activation e-mail was sent.
 * `waiting`: another e-mail to the address was requested a moment ago.
 */
export type LimitedRegistrationOutcome =
  | RegistrationOutcome
  | { status: "limited"; retryAfter: number }
  | { status: "just-sent"; retryAfter: number }
  | { status: "waiting"; retryAfter: number };

/** Registers a visitor. Does not call acq if the address would get too many e-mails (docs/decisions/mail-limits.md). */
export async function registerWithinLimits(
  context: RequestContext,
  registration: Registration,
): Promise<LimitedRegistrationOutcome> {
  const networkAttempt = await context.limits.countAction("registration", context.requestInfo.clientAddress);
  if (networkAttempt.status === "limited")
    return { status: "limited", retryAfter: networkAttempt.retryAfter };
  const accountKey = toAccountKey(registration.fields.email);
  const idempotencyKey = createRegistrationIdempotencyKey(registration);
  const attempt = await context.limits.countMailAttempt({
    accountKey,
    idempotencyKey,
    reason: "registration",
  });
  if (attempt.status === "limited") {
    const { registrationId, mailedTo } = await readDraft(context);
    // If the visitor has corrected the address of an earlier registration, "just-sent" would be wrong: only acq can
    // replace the earlier registration, and acq was not called.
    const hasVisitorChangedEmail = registrationId !== undefined && mailedTo !== accountKey;
    const { hasRegistration, retryAfter } = attempt;
    return { status: hasRegistration && !hasVisitorChangedEmail ? "just-sent" : "waiting", retryAfter };
  }
  const outcome = await registerVisitor(context.acq, registration, idempotencyKey);
  context.visitorMetrics.countRegistration(outcome.status, {
    network: context.clientNetwork,
    idempotencyKey,
  });
  if (outcome.status === "failed") await refundAttemptsWithoutResponse(context, networkAttempt, attempt);
  if (outcome.status === "active" || outcome.status === "refused") await attempt.refund();
  return outcome;
}

/**
 * Requests the activation e-mail for an address. If the e-mail was requested a moment ago, acq is not called, but the
 * result is the same. The result thus reveals neither the earlier request nor a pending account.
 */
export async function requestMailWithinLimits(
  context: RequestContext,
  input: { email: string; locale: string },
  key: string,
): Promise<LimitedAcqResult> {
  const networkAttempt = await context.limits.countAction("resend", context.requestInfo.clientAddress);
  if (networkAttempt.status === "limited") return { ok: false, retryAfter: networkAttempt.retryAfter };
  const accountKey = toAccountKey(input.email);
  const attempt = await context.limits.countMailAttempt({
    accountKey,
    idempotencyKey: key,
    reason: "request",
  });
  if (attempt.status === "limited") return { ok: true, data: null };
  const response = await requestActivationEmail(context.acq, input, key);
  if (!response.ok) await refundAttemptsWithoutResponse(context, networkAttempt, attempt);
  return response;
}
