import { data } from "@remix-run/node";
import type { AcqResult } from "~/acq/results";
import { emailSchema } from "~/domain/registration/registration.schema";
import type { EmailActionData } from "~/ui/components/email-page";
import type { RequestContext } from "./context.server";
import { readFieldText, isAcceptedForm, truncateShownText, createSubmissionKey } from "./form-token.server";
import { adoptSuggestedEmail, findEmailSuggestion, readConfirmedEmail } from "./suggested-email.server";
import {
  createExpiredFormMessage,
  createFailureMessage,
  createTooManyAttemptsMessage,
} from "./replies.server";

/**
 * acq's response to a submitted form; or the seconds to wait, if a rate limit refused the form before acq was called.
 */
export type LimitedAcqResult = AcqResult<null> | { ok: false; retryAfter: number };

/**
 * Handles a submitted form with one field, an e-mail address.
 *
 * @param callAcq - calls acq with the form's Idempotency-Key
 * @param isRepeatable - true if the same form gets a new Idempotency-Key each minute, so that acq handles it again
 * @returns the e-mail address, or the data of the form page with the typed values
 */
export async function handleEmailForm(
  context: RequestContext,
  request: Request,
  callAcq: (input: { email: string; locale: string }, key: string) => Promise<LimitedAcqResult>,
  { isRepeatable = false } = {},
) {
  const form = await request.formData();
  adoptSuggestedEmail(form);
  const emailText = readFieldText(form, "email");
  if (!isAcceptedForm(context, form))
    return showFormAgain({ failure: createExpiredFormMessage(context) }, 422);
  const email = emailSchema.safeParse(emailText);
  if (!email.success) return showFormAgain({ failure: null }, 422);
  const suggestion = findEmailSuggestion(form);
  if (suggestion) return showFormAgain({ failure: null, suggestion }, 422);

  const input = { email: email.data, locale: context.locale };
  const currentMinute = isRepeatable ? Math.floor(context.clock().getTime() / 60_000) : undefined;
  const response = await callAcq(
    input,
    createSubmissionKey(context, form, { ...input, minute: currentMinute }),
  );
  if (!response.ok && "retryAfter" in response)
    return showFormAgain({ failure: createTooManyAttemptsMessage(context, response.retryAfter) }, 429);
  if (!response.ok) return showFormAgain({ failure: createFailureMessage(context, response.failure) }, 503);
  return { ok: true, email: email.data } as const;

  function showFormAgain(result: Pick<EmailActionData, "failure" | "suggestion">, status: 422 | 429 | 503) {
    context.responseState.hasFormError = true;
    const actionData: EmailActionData = {
      typed: truncateShownText(emailText),
      questionedEmail: readConfirmedEmail(form),
      ...result,
    };
    return { ok: false, reply: data(actionData, { status }) } as const;
  }
}
