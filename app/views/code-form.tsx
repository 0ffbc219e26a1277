import { TextField } from "~/components/field";
import { useSite } from "~/components/site";

/** The gate's form: one code, one button. */
export function CodeForm({ typed, error }: { typed: string | undefined; error: string | undefined }) {
  const { t } = useSite();
  // Without an action it is sent to where the visitor is: one page serves many campaigns.
  return (
    <form id="main-form" className="stack" method="post" noValidate>
      <input type="hidden" name="intent" value="check-code" />
      <TextField
        id="registrationCode"
        name="registrationCode"
        data-measure="code"
        label={t("landing:code.label")}
        hint={t("landing:code.hint")}
        error={error}
        defaultValue={typed}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={200}
        required
      />
      <button type="submit" className="button">
        {t("landing:code.button")}
      </button>
    </form>
  );
}
