import { maxLinkLength } from "~/domain/registration/registration-code";
import { FormFault, TextField } from "./field";
import { FormLanguages } from "./form-languages";
import { useSite } from "./site";

/** The attributes of every code field. */
export const codeField = {
  type: "text",
  name: "registrationCode",
  "data-measure": "code",
  autoComplete: "off",
  autoCapitalize: "characters",
  spellCheck: false,
  enterKeyHint: "go",
  maxLength: maxLinkLength,
  required: true,
} as const;

interface CodeFormProps {
  /**
   * The URL that the form is sent to. Without a value it is the current URL, because all campaigns share one cached
   * page.
   */
  action?: string;
  typed: string | undefined;
  /** The error of the typed code. */
  error?: string | undefined;
  /** Messages about a code that was not checked. */
  faults?: readonly string[];
  /** True if the visitor may have confused similar characters. The hint then lists such characters. */
  isMistyped?: boolean;
}

/** A form with a code field and a button. */
export function CodeForm({ action, typed, error, faults = [], isMistyped = false }: CodeFormProps) {
  const { t } = useSite();
  const usual = error === undefined ? t("landing:code.hint") : undefined;
  const hint = isMistyped ? t("landing:code.lookAlikes") : usual;
  return (
    <form id="main-form" className="stack" method="post" action={action} noValidate>
      <input type="hidden" name="intent" value="check-code" />
      <FormFault messages={faults} />
      <TextField
        {...codeField}
        id="registrationCode"
        label={t("landing:code.label")}
        hint={hint}
        error={error}
        defaultValue={typed}
        autoFocus={error !== undefined}
      />
      <button type="submit" className="button">
        {t("landing:code.button")}
      </button>
      <FormLanguages />
    </form>
  );
}
