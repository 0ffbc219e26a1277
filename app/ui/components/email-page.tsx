import type { ReactNode } from "react";
import { FormErrors, TextField } from "./field";
import { FormLanguages } from "./form-languages";
import type { EmailSuggestion } from "~/domain/registration/email-suggestion";
import type { Translate } from "~/i18n/translator";
import { useSite } from "./site";
import {
  createEmailFormHandlers,
  type EmailSuggestionReply,
  SuggestedEmail,
  useEmailSuggestion,
} from "./suggested-email";
import {
  type ExpiredForm,
  createFailureEntries,
  type ShownFailure,
  type TooManyAttempts,
} from "./failure-entries";

export interface EmailActionData extends EmailSuggestionReply {
  typed: string;
  /** The failure of the visitor's last submission; null if only the address was invalid or probably mistyped. */
  failure: ShownFailure | TooManyAttempts | ExpiredForm | null;
}

interface EmailPageProps {
  heading: string;
  introduction: string;
  label: string;
  button: string;
  /** A sentence about how the site uses the e-mail address. */
  note?: ReactNode;
  /** The path of the form's action. */
  path: string;
  formToken: string;
  typed: string | undefined;
  /** The server's response to the visitor's last submission if the submission failed. */
  actionData: EmailActionData | undefined;
}

/** A page with an e-mail address as its only field. */
export function EmailPage({ heading, introduction, label, button, note, path, ...form }: EmailPageProps) {
  const { formToken, typed, actionData } = form;
  const { t, href } = useSite();
  const emailSuggestion = useEmailSuggestion(actionData);
  const error =
    actionData?.failure === null ? createEmailEntry(t, actionData, emailSuggestion.suggestion) : undefined;
  const failureEntries = actionData?.failure ? createFailureEntries(t, actionData.failure) : [];
  return (
    <div className="stack">
      <h1>{heading}</h1>
      <p className="lead">{introduction}</p>
      <form
        id="main-form"
        className="stack"
        method="post"
        noValidate
        action={href(path)}
        {...createEmailFormHandlers(emailSuggestion)}
      >
        <input type="hidden" name="formToken" value={formToken} />
        <FormErrors messages={failureEntries.map(({ message }) => message)} />
        <TextField
          id="email"
          name="email"
          type="email"
          inputMode="email"
          label={label}
          error={error}
          defaultValue={actionData?.typed ?? typed}
          autoComplete="email"
          spellCheck={false}
          enterKeyHint="send"
          required
          autoFocus={error !== undefined}
        />
        <SuggestedEmail
          suggestion={emailSuggestion.suggestion}
          questionedEmail={actionData?.questionedEmail}
          isInErrorMessage={error !== undefined && actionData?.suggestion !== undefined}
          fieldId="email"
        />
        <button type="submit" className="button">
          {button}
        </button>
        {note && <p className="hint">{note}</p>}
        <FormLanguages />
      </form>
    </div>
  );
}

/**
 * Returns the server's message for the e-mail field. A message that suggests an address disappears when the visitor
 * types another address.
 */
function createEmailEntry(
  t: Translate,
  actionData: EmailActionData,
  suggestion: EmailSuggestion | undefined,
): string | undefined {
  if (!actionData.suggestion) return t("registration:email.invalid");
  if (suggestion?.address !== actionData.suggestion.address) return undefined;
  return t("registration:email.suggestion", { suggestion: suggestion.suggestedEmail });
}
