import { longestLink } from "~/domain/registration/registration-code";
import { TextField } from "./field";
import { useSite } from "./site";

interface CodeFormProps {
  /** Without one it is sent to where the visitor is: one page serves many campaigns. */
  action?: string;
  typed: string | undefined;
  error?: string | undefined;
  /** Whether the code was taken for another one: signs that look alike are named then. */
  isMistyped?: boolean;
}

/** One code, one button. */
export function CodeForm({ action, typed, error, isMistyped = false }: CodeFormProps) {
  const { t } = useSite();
  return (
    <form id="main-form" className="stack" method="post" action={action} noValidate>
      <input type="hidden" name="intent" value="check-code" />
      <TextField
        id="registrationCode"
        name="registrationCode"
        data-measure="code"
        label={t("landing:code.label")}
        hint={t(isMistyped ? "landing:code.lookAlikes" : "landing:code.hint")}
        error={error}
        defaultValue={typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={longestLink}
        required
      />
      <button type="submit" className="button">
        {t("landing:code.button")}
      </button>
    </form>
  );
}
