import { suggestedAddress } from "~/domain/registration/email-suggestion";
import { cleanEmail } from "~/domain/registration/field-rules";
import type { EmailSuggestion } from "~/domain/registration/registration.schema";
import { fieldText, shownText } from "./form-token.server";

/** Normalizes a form's address, and replaces it by the suggested one if the visitor accepted that. */
export function adoptSuggestedEmail(form: FormData): void {
  if (!form.has("email")) return;
  const address = cleanEmail(fieldText(form, "email"));
  const suggestion = suggestedAddress(address);
  const isTaken = suggestion !== undefined && fieldText(form, "suggestedEmail") === suggestion;
  form.set("email", isTaken ? suggestion : address);
}

/** Returns the suggestion for a form's address; undefined if it looks right or the visitor has confirmed it. */
export function emailSuggestion(form: FormData): EmailSuggestion | undefined {
  const address = fieldText(form, "email");
  const meant = suggestedAddress(address);
  return meant === undefined || isQuestioned(form) ? undefined : { address, meant };
}

/** Returns the address that the visitor has confirmed, for a form that comes back because of another error. */
export function questionedEmail(form: FormData): string | undefined {
  return isQuestioned(form) ? shownText(fieldText(form, "email")) : undefined;
}

function isQuestioned(form: FormData): boolean {
  const questioned = fieldText(form, "questionedEmail");
  return questioned !== "" && questioned === fieldText(form, "email");
}
