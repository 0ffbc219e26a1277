import type { ReactNode } from "react";
import { maxPastedLinkLength } from "~/domain/registration/registration-code";
import { FormErrors, TextField } from "./field";
import { FormLanguages } from "./form-languages";
import { useSite } from "./site";

/** The attributes of every code field. */
export const codeFieldAttributes = {
  type: "text",
  name: "registrationCode",
  "data-measure": "code",
  autoComplete: "off",
  autoCapitalize: "characters",
  spellCheck: false,
  enterKeyHint: "go",
  maxLength: maxPastedLinkLength,
  required: true,
} as const;

interface CodeFormProps {
  /**
   * The form's `action`; undefined to send the form to the current URL. All campaigns share one cached page, so the
   * page cannot contain the URLs of campaigns.
   */
  action?: string;
  typedCode: string | undefined;
  /** The error message for the typed code. */
  error?: string | undefined;
  /** Messages that the form shows if the code could not be checked. */
  formErrors?: readonly string[];
  /** True if the visitor may have confused similar characters. The hint then lists such characters. */
  isMistyped?: boolean;
  /** Content below the field and the button. */
  note?: ReactNode;
}

/** A form with a code field and a button. */
export function CodeForm({
  action,
  typedCode,
  error,
  formErrors = [],
  isMistyped = false,
  note,
}: CodeFormProps) {
  const { t } = useSite();
  const defaultHint = error === undefined ? t("landing:code.hint") : undefined;
  const hint = isMistyped ? t("landing:code.lookAlikes") : defaultHint;
  return (
    <form id="main-form" className="code-form stack" method="post" action={action} noValidate>
      <input type="hidden" name="intent" value="check-code" />
      <FormErrors messages={formErrors} />
      <TextField
        {...codeFieldAttributes}
        id="registrationCode"
        label={t("landing:code.label")}
        hint={hint}
        error={error}
        defaultValue={typedCode}
        autoFocus={error !== undefined}
      />
      <button type="submit" className="button">
        {t("landing:code.button")}
      </button>
      {note}
      <FormLanguages />
    </form>
  );
}
