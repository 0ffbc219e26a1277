import { longestLink } from "~/domain/registration/registration-code";
import { FormFault, TextField } from "./field";
import { FormLanguages } from "./form-languages";
import { useSite } from "./site";

/** The field of a code, wherever one is typed. */
export const codeField = {
  type: "text",
  name: "registrationCode",
  "data-measure": "code",
  autoComplete: "off",
  autoCapitalize: "characters",
  spellCheck: false,
  enterKeyHint: "go",
  maxLength: longestLink,
  required: true,
} as const;

interface CodeFormProps {
  /** Without one it is sent to where the visitor is: one page serves many campaigns. */
  action?: string;
  typed: string | undefined;
  /** The fault of what was typed. */
  error?: string | undefined;
  /** Why it could not be looked at. */
  faults?: readonly string[];
  /** Whether the code was taken for another one: signs that look alike are named then. */
  isMistyped?: boolean;
}

/** One code, one button. */
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
