import type { ReactNode } from "react";
import { PlainInvitation } from "./plain-invitation";
import { useSite } from "~/ui/components/site";

interface MailChoicesProps {
  /** The path of the form's action. */
  path: string;
  formToken: string;
  /** The registration in unsigned fields; undefined on pages that do not show the whole e-mail address. */
  plain?: { email: string | undefined; code: string; validityTimestamp: string };
  /** The path of the landing page if the form is shown over it. The form's buttons redirect back to this page. */
  popup?: string | undefined;
  /** A button that is shown before all other buttons. */
  children?: ReactNode;
}

/** Options for a mail that does not arrive: send it again, or to another address. */
export function MailChoices({ path, formToken, plain, popup, children }: MailChoicesProps) {
  const { t, href } = useSite();
  return (
    <form method="post" action={href(path)} className="row">
      <input type="hidden" name="formToken" value={formToken} />
      {plain?.email && <input type="hidden" name="email" value={plain.email} />}
      {plain && plain.code !== "" && <PlainInvitation {...plain} />}
      {popup && <input type="hidden" name="popup" value={popup} />}
      {children}{" "}
      <button type="submit" className="text-button" name="intent" value="resend">
        {t("progress:mail.resendButton")}
      </button>{" "}
      <button type="submit" className="text-button" name="intent" value="change-email">
        {t("progress:mail.changeButton")}
      </button>
    </form>
  );
}
