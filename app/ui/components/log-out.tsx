import { useSite } from "./site";

/** Sends the token away, here and at acq. */
export function LogOut({ formToken }: { formToken: string }) {
  const { t, href } = useSite();
  return (
    <form method="post" noValidate action={href("/logout")}>
      <input type="hidden" name="formToken" value={formToken} />
      <button type="submit" className="button quiet-button">
        {t("account:logout.button")}
      </button>
    </form>
  );
}
