import type { ReactNode } from "react";
import { FormErrors, TextField } from "./field";
import { FormLanguages } from "./form-languages";
import type { EmailSuggestion } from "~/domain/registration/email-suggestion";
import type { Translate } from "~/i18n/translator";
import { useSite } from "./site";
import { createEmailFormHandlers, useEmailValidity } from "./email-validity";
import { type EmailSuggestionReply, SuggestedEmail, useEmailSuggestion } from "./suggested-email";
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
  const isEmailRefused = actionData?.failure === null;
  const emailValidity = useEmailValidity(isEmailRefused && !actionData.suggestion);
  const error = emailValidity.isInvalid
    ? t("registration:email.invalid")
    : createSuggestionMessage(t, actionData?.suggestion, emailSuggestion.suggestion);
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
        {...createEmailFormHandlers(emailSuggestion, emailValidity)}
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
          autoFocus={isEmailRefused}
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

/** Returns the server's suggestion as a message, until the visitor types another address. */
function createSuggestionMessage(
  t: Translate,
  serverSuggestion: EmailSuggestion | undefined,
  suggestion: EmailSuggestion | undefined,
): string | undefined {
  if (!suggestion || suggestion.address !== serverSuggestion?.address) return undefined;
  return t("registration:email.suggestion", { suggestion: suggestion.suggestedEmail });
}
