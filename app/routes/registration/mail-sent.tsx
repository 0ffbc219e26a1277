import type { MailNotice } from "./mail-sent.server";
import { type FormEvent, useEffect } from "react";
import { useSite } from "~/ui/components/site";
import type { MessageKey, Translate } from "~/i18n/translator";
import { Notice } from "~/ui/components/notice";
import { type ActivationState, useActivation } from "./use-activation";

/** Another window of this browser may have activated: its answer, which brings a draft of its own, comes first. */
const patienceMs = 2000;

interface ActivationNewsProps {
  news: ActivationState;
  /** Of the page's form, which knows how the draft ends. */
  action: string;
}

/**
 * Says when the account has become active elsewhere: below what the visitor is doing, which stays where it is. Empty
 * without script, and as long as there is nothing to say.
 */
function ActivationNews({ news, action }: ActivationNewsProps) {
  const { t, links } = useSite();
  const title = t("common:title.page", { title: t("progress:news.title") });
  useEffect(() => {
    if (news !== "active") return;
    document.title = title;
    return soonOrWhenLeft(() => {
      // The server asks acq itself and ends the draft; if it cannot, the page's own button does.
      const body = new URLSearchParams({ intent: "check" });
      fetch(action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => undefined);
    });
  }, [news, title, action]);

  return (
    <div className="news" role="status">
      {news === "active" && (
        <div className="notice stack">
          <h2>{t("progress:news.heading")}</h2>
          <p>{t("progress:news.body")}</p>
          <p>
            <a className="button" href={links.login}>
              {t("progress:active.login")}
            </a>
          </p>
        </div>
      )}
      {news === "ask" && (
        <p className="notice">{t("progress:news.ask", { button: t("progress:check.button") })}</p>
      )}
    </div>
  );
}

/** Does something once, in a while or when the page is left. @returns what takes it back */
function soonOrWhenLeft(work: () => void): () => void {
  const stop = () => {
    clearTimeout(timer);
    removeEventListener("pagehide", now);
  };
  const now = () => {
    stop();
    work();
  };
  const timer = setTimeout(now, patienceMs);
  addEventListener("pagehide", now);
  return stop;
}

interface MailSentProps {
  /** Where this page's forms go: its own path. */
  path: string;
  /** The page's message above the address's own choices. */
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
