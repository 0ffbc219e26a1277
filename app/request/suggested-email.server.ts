import { type EmailSuggestion, suggestEmailAddress } from "~/domain/registration/email-suggestion";
import { normalizeEmail } from "~/domain/registration/field-rules";
import { readFieldText, truncateShownText } from "./form-token.server";

/**
 * Normalizes the e-mail address in a form. If the visitor has accepted a suggested address, writes that address into
 * the form.
 */
export function adoptSuggestedEmail(form: FormData): void {
  if (!form.has("email")) return;
  const normalizedEmail = normalizeEmail(readFieldText(form, "email"));
  const suggestion = suggestEmailAddress(normalizedEmail);
  const isSuggestionAccepted =
    suggestion !== undefined && readFieldText(form, "suggestedEmail") === suggestion;
  form.set("email", isSuggestionAccepted ? suggestion : normalizedEmail);
}

/**
 * Returns a suggestion for the e-mail address in a form. Undefined if the address has no typing error, or if the
 * visitor sent it again after seeing the suggestion.
 */
export function findEmailSuggestion(form: FormData): EmailSuggestion | undefined {
  const typedEmail = readFieldText(form, "email");
  const suggestion = suggestEmailAddress(typedEmail);
  return suggestion === undefined || isEmailConfirmed(form)
    ? undefined
    : { address: typedEmail, suggestedEmail: suggestion };
}

/**
 * Returns the e-mail address that the visitor sent again despite a suggestion. If the form is shown again because of
 * another error, the form contains this address, so that the suggestion does not return.
 */
export function readConfirmedEmail(form: FormData): string | undefined {
  return isEmailConfirmed(form) ? truncateShownText(readFieldText(form, "email")) : undefined;
}

function isEmailConfirmed(form: FormData): boolean {
  const confirmedEmail = readFieldText(form, "questionedEmail");
  return confirmedEmail !== "" && confirmedEmail === readFieldText(form, "email");
}
