import { TextField } from "~/components/field";
import { useSite } from "~/components/site";
import { useStoredCode } from "~/components/stored-code";

/** The gate's form: one code, one button. */
export function CodeForm({ typed, error }: { typed: string | undefined; error: string | undefined }) {
  const { t, base, here } = useSite();
  const stored = useStoredCode();
  // The campaign stays, the query goes.
  const action = `${base}${here.split("?", 1).join("")}`;
  return (
    <form id="main-form" className="stack" method="post" action={action} noValidate>
      <input type="hidden" name="intent" value="check-code" />
      <TextField
        id="registrationCode"
        name="registrationCode"
        label={t("landing:code.label")}
        hint={t("landing:code.hint")}
        error={error}
        defaultValue={typed ?? stored}
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
