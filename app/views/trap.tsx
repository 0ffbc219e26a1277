import { useSite } from "~/components/site";

/** For machines that fill in every field: no person meets it, but in a browser without styles, which reads why. */
export function Trap() {
  const { t } = useSite();
  return (
    <div hidden>
      <label htmlFor="website">{t("registration:trap.label")}</label>
      <input
        id="website"
        type="text"
        name="website"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore
        data-lpignore="true"
      />
    </div>
  );
}
