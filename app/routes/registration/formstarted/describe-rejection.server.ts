import type { RequestContext } from "~/request/context.server";
import {
  createExpiredFormMessage,
  createFailureMessage,
  createTooManyAttemptsMessage,
  setRetryAfter,
} from "~/request/replies.server";
import type { FormProblem } from "~/routes/registration/form-data";
import type { RejectionReason } from "./process-submission.server";

/** Returns the HTTP status of a form that is shown again, and its message apart from field errors. */
export function describeRejection(
  context: RequestContext,
  rejectionReason: RejectionReason,
): { status: number; problem?: FormProblem } {
  switch (rejectionReason.kind) {
    case "invalid":
      return { status: 422 };
    case "suspicious":
      return { status: 422, problem: { kind: "suspicious" } };
    case "expired":
      return { status: 422, problem: createExpiredFormMessage(context) };
    case "failed":
      return { status: 503, problem: createFailureMessage(context, rejectionReason.failure) };
    case "limited":
      return { status: 429, problem: createTooManyAttemptsMessage(context, rejectionReason.retryAfter) };
    case "waiting":
      return { status: 429, problem: createMailLimitProblem(context, rejectionReason.retryAfter) };
  }
}

/**
 * Returns the message for an address to which an e-mail has just been sent. The message shows when the visitor can send
 * the form again.
 */
function createMailLimitProblem(context: RequestContext, retryAfter: number): FormProblem {
  return { kind: "just-asked", minutes: setRetryAfter(context, retryAfter) };
}
