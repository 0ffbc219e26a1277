import type { ReactNode } from "react";
import { PlainInvitation } from "./plain-invitation";
import { useSite } from "~/ui/components/site";

interface MailChoicesProps {
  /** Where the form goes: a page that says that a mail is on its way. */
  path: string;
  formToken: string;
  /** The registration in plain fields; absent on pages that do not show its whole address. */
  plain?: { email: string | undefined; code: string; validityTimestamp: string };
  /** The landing page that the form is shown over, where it is: its buttons come back there. */
  popup?: string | undefined;
  /** Another button, which comes first. */
  children?: ReactNode;
}

/** What can be done about a mail that does not come: once more, or to another address. */
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
