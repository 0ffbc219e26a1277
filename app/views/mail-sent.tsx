import { useSite } from "~/components/site";
import type { MessageKey } from "~/i18n/translator";

interface MailSentProps {
  /** Where this page's forms go: its own path. */
  path: string;
  /** What the page says above the address's own choices. */
  heading: MessageKey;
  body: MessageKey;
  email: string;
  formToken: string;
  notice: { kind: "resent" } | { kind: "too-early"; seconds: number } | undefined;
}

/** A mail is on its way: where to, once more, or to another address. */
export function MailSent({ path, heading, body, email, formToken, notice }: MailSentProps) {
  const { t, href } = useSite();
  return (
    <div className="stack">
      <h1>{t(heading)}</h1>
      {notice && (
        <p className="notice" role="status">
          {notice.kind === "resent"
            ? t("progress:mail.resent")
            : t("progress:mail.tooEarly", { count: notice.seconds })}
        </p>
      )}
      <p>{t(body, { email })}</p>
      <p className="quiet">{t("progress:mail.spam")}</p>
      <form method="post" action={href(path)} className="row">
        <input type="hidden" name="formToken" value={formToken} />
        <button type="submit" className="button quiet-button" name="intent" value="resend">
          {t("progress:mail.resendButton")}
        </button>
        <button type="submit" className="button quiet-button" name="intent" value="change-email">
          {t("progress:mail.changeButton")}
        </button>
      </form>
    </div>
  );
}
