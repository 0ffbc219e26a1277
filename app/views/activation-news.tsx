import { useEffect } from "react";
import { useSite } from "~/components/site";
import type { ActivationState } from "./use-activation";

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
export function ActivationNews({ news, action }: ActivationNewsProps) {
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
