import type { FormEvent } from "react";
import { useSite } from "~/components/site";
import type { MessageKey, Translate } from "~/i18n/translator";
import { ActivationNews } from "./activation-news";
import { Notice } from "./notice";
import { useActivation } from "./use-activation";

interface MailSentProps {
  /** Where this page's forms go: its own path. */
  path: string;
  /** What the page says above the address's own choices. */
  heading: MessageKey;
  body: MessageKey;
  sent: { view: "active" } | ({ view: "waiting" } & MailWaitingProps);
}

export interface MailWaitingProps {
  email: string;
  formToken: string;
  notice: MailNotice | undefined;
  /** The landing page that it is shown over, where it is: its buttons come back there. */
  popup?: string | undefined;
}

type MailNotice =
  { kind: "resent" | "not-yet" | "gone" } | { kind: "too-early" | "just-sent"; seconds: number };

/** A mail is on its way: where to, whether it was opened, once more, or to another address. */
export function MailSent({ path, heading, body, sent }: MailSentProps) {
  const { t, links } = useSite();
  if (sent.view === "active")
    return (
      <Notice
        heading={t("progress:news.heading")}
        button={{ href: links.login, text: t("progress:active.login") }}
      >
        <p>{t("progress:news.body")}</p>
      </Notice>
    );
  return <MailWaiting path={path} heading={heading} body={body} {...sent} />;
}

/** Over another page its heading has the id `finished-heading`. */
export function MailWaiting({
  path,
  heading,
  body,
  email,
  formToken,
  notice,
  popup,
}: Omit<MailSentProps, "sent"> & MailWaitingProps) {
  const { t, href } = useSite();
  const news = useActivation(href("/registration/events"));
  // The draft has ended then, and none of the buttons has anything left to do.
  const onSubmit = (event: FormEvent) => {
    if (news !== "active") return;
    event.preventDefault();
    location.assign(href(`${path}?done=active`));
  };
  return (
    <div className="stack">
      {popup ? <h2 id="finished-heading">{t(heading)}</h2> : <h1>{t(heading)}</h1>}
      {notice && (
        <p className="notice" role="status">
          {noticeText(t, notice)}
        </p>
      )}
      <p>{t(body, { email })}</p>
      <p className="quiet">{t("progress:mail.spam")}</p>
      <form method="post" action={href(path)} className="row" onSubmit={onSubmit}>
        <input type="hidden" name="formToken" value={formToken} />
        {popup && <input type="hidden" name="popup" value={popup} />}
        <button type="submit" className="button quiet-button" name="intent" value="check">
          {t("progress:check.button")}
        </button>
        <button type="submit" className="button quiet-button" name="intent" value="resend">
          {t("progress:mail.resendButton")}
        </button>
        <button type="submit" className="button quiet-button" name="intent" value="change-email">
          {t("progress:mail.changeButton")}
        </button>
      </form>
      <ActivationNews news={news} action={href(path)} />
    </div>
  );
}

function noticeText(t: Translate, notice: MailNotice): string {
  switch (notice.kind) {
    case "resent":
      return t("progress:mail.resent");
    case "too-early":
    case "just-sent":
      return t("progress:mail.tooEarly", { count: notice.seconds });
    case "not-yet":
      return t("progress:check.notYet");
    case "gone":
      return t("progress:check.gone", { button: t("progress:mail.changeButton") });
  }
}
