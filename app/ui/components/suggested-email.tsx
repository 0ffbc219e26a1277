import { useState } from "react";
import { type EmailSuggestion, suggestEmailAddress } from "~/domain/registration/email-suggestion";
import { normalizeEmail } from "~/domain/registration/field-rules";
import { useSite } from "./site";
import { useHydrated } from "./use-hydrated";

/** The part of a server's response to a form that concerns the e-mail address. */
export interface EmailSuggestionReply {
  suggestion?: EmailSuggestion | undefined;
  /** The address that the visitor has confirmed by submitting it again despite a suggestion. */
  questionedEmail?: string | undefined;
}

interface SuggestedEmailProps extends EmailSuggestionReply {
  /** True if the error message at the e-mail field already contains the suggested address. */
  isInErrorMessage: boolean;
  /** The id of the e-mail field. */
  fieldId: string;
}

/**
 * Shows the corrected address after a probable typing error, with a button that enters it. Without script, the button
 * submits the form with the corrected address.
 */
export function SuggestedEmail({
  suggestion,
  questionedEmail,
  isInErrorMessage,
  fieldId,
}: SuggestedEmailProps) {
  const { t } = useSite();
  const isHydrated = useHydrated();
  const questionedAddress = suggestion?.address ?? questionedEmail;
  return (
    <>
      {questionedAddress && <input type="hidden" name="questionedEmail" value={questionedAddress} />}
      <div role="status">
        {suggestion && (
          <>
            {!isInErrorMessage && (
              <p>{t("registration:email.suggestion", { suggestion: suggestion.suggestedEmail })}</p>
            )}
            <button
              type="submit"
              className="button quiet-button"
              name="suggestedEmail"
              value={suggestion.suggestedEmail}
              onClick={
                isHydrated
                  ? (event) => {
                      event.preventDefault();
                      setFieldValue(fieldId, suggestion.suggestedEmail);
                    }
                  : undefined
              }
            >
              {t("registration:email.useSuggestion", { suggestion: suggestion.suggestedEmail })}
            </button>
          </>
        )}
      </div>
    </>
  );
}

/** Enters a text into a field as if the visitor had typed it, and focuses the field. */
function setFieldValue(id: string, text: string): void {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLInputElement)) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

/**
 * Returns the suggested e-mail address: the server's suggestion until the visitor types another address, then the
 * browser's own suggestion.
 */
export function useEmailSuggestion(actionData: EmailSuggestionReply | undefined) {
  const [suggestionUpdate, setSuggestionUpdate] = useState<{
    sourceActionData: EmailSuggestionReply | undefined;
    suggestion: EmailSuggestion | undefined;
  }>();
  return {
    suggestion:
      suggestionUpdate?.sourceActionData === actionData && suggestionUpdate
        ? suggestionUpdate.suggestion
        : actionData?.suggestion,
    onBlur(input: string) {
      const normalizedEmail = normalizeEmail(input);
      const suggestion = suggestEmailAddress(normalizedEmail);
      setSuggestionUpdate({
        sourceActionData: actionData,
        suggestion:
          suggestion === undefined ? undefined : { address: normalizedEmail, suggestedEmail: suggestion },
      });
    },
    onInput(input: string) {
      const shownSuggestion = suggestionUpdate ? suggestionUpdate.suggestion : actionData?.suggestion;
      if (shownSuggestion && normalizeEmail(input) !== shownSuggestion.address)
        setSuggestionUpdate({ sourceActionData: actionData, suggestion: undefined });
    },
  };
}
