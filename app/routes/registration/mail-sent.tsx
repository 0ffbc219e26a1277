import type { MailNotice, MailSentData, MailWaitingData } from "./mail-sent.server";
import { useEffect, useRef } from "react";
import { useSite } from "~/ui/components/site";
import type { Translate } from "~/i18n/translator";
import { Notice } from "~/ui/components/notice";
import type { PageHandle } from "~/ui/layouts/page-handle";
import { useForgetVisit } from "~/ui/components/stored-code";
import { MailChoices } from "./mail-choices";
import { mailSentPaths, type MailSentGroup } from "./mail-sent-paths";
import { useActivation } from "./use-activation";

/** The `handle` of the two routes with a loader that returns `{ sent: MailSentData }`. */
export const mailSentHandle = {
  template: {
    personal: ["sent.email", "sent.formToken", "sent.invitation.code", "sent.invitation.validityTimestamp"],
  },
  layout: "centered",
  gate: "ajar",
  i18n: ["progress"],
} satisfies PageHandle<() => { sent: MailSentData }>;

/**
 * The delay in milliseconds before the page sends its "check" request, which includes the draft cookie. If another
 * window has just activated the account, the response to that window has updated the cookie by then.
 */
const statusCheckDelayMs = 2000;

interface ActivatedNoticeProps {
  /** The path to which the page sends its form. A "check" request to this path deletes the draft. */
  formPath: string;
  /** True if the message is shown in a dialog over the landing page. */
  isDialog: boolean;
}

/**
 * Replaces the page's content when the account has become active in another window or on another device. Shows that the
 * account is active, with a link to the login.
 */
function ActivatedNotice({ formPath, isDialog }: ActivatedNoticeProps) {
  const { t, links } = useSite();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const title = t("common:title.page", { title: t("progress:news.title") });
  useForgetVisit();
  useEffect(() => {
    document.title = title;
    // A reload then shows this message again, although the draft is deleted.
    if (!isDialog) history.replaceState(history.state, "", "?done=active");
    // If the focused button has disappeared, focuses the heading. Scrolls to the heading, because the page has become
    // shorter.
    if (document.activeElement === document.body) headingRef.current?.focus();
    headingRef.current?.scrollIntoView({ block: "nearest" });
    return runSoonOrOnPageHide(() => {
      // The server requests the status from acq and deletes the draft. If this request fails, the next page that waits
      // for the activation requests the status again.
      const body = new URLSearchParams({ intent: "check" });
      fetch(formPath, { method: "POST", body, redirect: "manual", keepalive: true }).catch(() => undefined);
    });
  }, [title, formPath, isDialog]);

  const Heading = isDialog ? "h2" : "h1";
  return (
    <div className="stack">
      <Heading ref={headingRef} tabIndex={-1} id={isDialog ? "finished-heading" : undefined}>
        {t("progress:news.heading")}
      </Heading>
      <p>{t("progress:news.body")}</p>
      <p>
        <a className="button" href={links.login}>
          {t("progress:active.login")}
        </a>
      </p>
    </div>
  );
}

/**
 * Calls a function once, after `statusCheckDelayMs` or when the visitor leaves the page.
 *
 * @returns a function that cancels the call
 */
function runSoonOrOnPageHide(callback: () => void): () => void {
  const cancelCall = () => {
    clearTimeout(timer);
    removeEventListener("pagehide", callNow);
  };
  const callNow = () => {
    cancelCall();
    callback();
  };
  const timer = setTimeout(callNow, statusCheckDelayMs);
  addEventListener("pagehide", callNow);
  return cancelCall;
}

interface MailSentProps {
  group: MailSentGroup;
  viewProps: MailSentData;
}

export interface MailWaitingProps extends MailWaitingData {
  /**
   * The path of the landing page, if the message is in a dialog over it. The message's buttons then redirect back to
   * this page.
   */
  popup?: string | undefined;
}

/**
 * The message after a registration: the recipient, the registration's status, and buttons to send the e-mail again or
 * change the address.
 */
export function MailSent({ group, viewProps }: MailSentProps) {
  const { t, links } = useSite();
  if (viewProps.view === "active")
    return (
      <Notice
        heading={t("progress:news.heading")}
        button={{ href: links.login, text: t("progress:active.login") }}
      >
        <p>{t("progress:news.body")}</p>
      </Notice>
    );
  return <MailWaiting group={group} {...viewProps} />;
}

/**
 * The message while the account is not active. Its heading has the id `finished-heading` if the message is in a dialog.
 */
export function MailWaiting(props: MailWaitingProps & { group: MailSentGroup }) {
  const { t, href } = useSite();
  const { group, query, popup, isKnown } = props;
  const activationState = useActivation(isKnown ? href("/registration/events") + query : undefined);
  return (
    <div className="stack">
      {activationState !== "active" && <MailSentNotice {...props} />}
      {/* The live region exists before its first text, so that screen readers announce the text. */}
      <div className="news" role="status">
        {activationState === "active" && (
          <ActivatedNotice formPath={href(mailSentPaths[group]) + query} isDialog={popup !== undefined} />
        )}
        {activationState === "ask" && (
          <p className="notice">{t("progress:news.ask", { button: t("progress:check.button") })}</p>
        )}
      </div>
    </div>
  );
}

function MailSentNotice({
  group,
  email,
  mailbox,
  query,
  formToken,
  invitation,
  isKnown,
  notice,
  popup,
}: MailWaitingProps & { group: MailSentGroup }) {
  const { t, links } = useSite();
  const heading = t(`progress:${group}.heading`);
  return (
    <>
      {popup ? <h2 id="finished-heading">{heading}</h2> : <h1>{heading}</h1>}
      {notice && (
        <p className="notice" role="status">
          {selectNoticeText(t, notice)}
        </p>
      )}
      <p>{email ? t(`progress:${group}.body`, { email }) : t(`progress:${group}.plainBody`)}</p>
      <p className="quiet">{t("progress:mail.spam")}</p>
      <MailChoices
        path={mailSentPaths[group] + query}
        formToken={formToken}
        plainValues={{ email, ...invitation }}
        popup={popup}
      >
        {mailbox && (
          <a className="button" href={mailbox.url} target="_blank" rel="noopener">
            {t("progress:mail.open", { mailbox: mailbox.name })}
          </a>
        )}{" "}
        {isKnown ? (
          <button type="submit" className="button quiet-button" name="intent" value="check">
            {t("progress:check.button")}
          </button>
        ) : (
          <a className="button quiet-button" href={links.login}>
            {t("progress:active.login")}
          </a>
        )}
      </MailChoices>
    </>
  );
}

function selectNoticeText(t: Translate, notice: MailNotice): string {
  switch (notice.kind) {
    case "sent-again":
    case "resent":
      return t("progress:mail.resent");
    case "too-early":
    case "just-sent":
      return t("progress:mail.tooEarly", { count: notice.seconds });
    case "too-many":
      return t("errors:tooMany.body", { count: notice.minutes });
    case "not-yet":
      return t("progress:check.notYet");
    case "expired":
      return t("errors:expired.form");
    case "gone":
      return t("progress:check.gone", { button: t("progress:mail.changeButton") });
  }
}
