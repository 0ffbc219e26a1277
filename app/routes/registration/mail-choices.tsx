import type { ReactNode } from "react";
import { HiddenInvitationFields } from "./hidden-invitation-fields";
import { useSite } from "~/ui/components/site";

interface MailChoicesProps {
  /** The path that the form with the buttons is sent to. */
  path: string;
  formToken: string;
  /**
   * The registration's values in fields without a signature, for use if the form's token expires. Undefined on pages
   * that must not show the whole e-mail address.
   */
  plainValues?: { email: string | undefined; code: string; validityTimestamp: string };
  /**
   * The path of the landing page, if these buttons are in a dialog over it. The buttons then redirect back to this
   * page.
   */
  popup?: string | undefined;
  /** An additional button before the buttons of the form. */
  children?: ReactNode;
}

/** Buttons for visitors that miss the activation e-mail: send it again, or change the address. */
export function MailChoices({ path, formToken, plainValues, popup, children }: MailChoicesProps) {
  const { t, href } = useSite();
  return (
    <form method="post" action={href(path)} className="row">
      <input type="hidden" name="formToken" value={formToken} />
      {plainValues?.email && <input type="hidden" name="email" value={plainValues.email} />}
      {plainValues && plainValues.code !== "" && <HiddenInvitationFields {...plainValues} />}
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
