import { useRef } from "react";
import { useLeaveLater, type Leaving } from "~/components/leave-later";
import { useSite } from "~/components/site";
import { Notice } from "./notice";

const seconds = 20;

/** The account exists: to login, with script by itself after a while (docs/product.md#pages). */
export function ActiveAccount() {
  const { t, links } = useSite();
  const { leaving, stay } = useLeaveLater(links.login, seconds * 1000);
  return (
    <div className="stack">
      <Notice
        heading={t("progress:active.heading")}
        button={{ href: links.login, text: t("progress:active.login"), measure: "login" }}
        links={[{ href: links.passwordReset, text: t("progress:active.reset") }]}
      >
        <p>{t("progress:active.body")}</p>
      </Notice>
      <LeavingStatus leaving={leaving} onStay={stay} />
    </div>
  );
}

/** Says once what will happen, and lets the visitor stop it. */
export function LeavingStatus({ leaving, onStay }: { leaving: Leaving; onStay: () => void }) {
  const { t } = useSite();
  const status = useRef<HTMLParagraphElement>(null);
  // The button goes when it is pressed: the focus stays where it was.
  const stay = () => {
    status.current?.focus();
    onStay();
  };
  return (
    <>
      <p ref={status} role="status" tabIndex={-1}>
        {leaving === "leaving" && t("progress:active.leaving", { seconds })}
        {leaving === "staying" && t("progress:active.staying")}
      </p>
      {leaving === "leaving" && (
        <p>
          <button type="button" className="button quiet-button" onClick={stay}>
            {t("progress:active.stay")}
          </button>
        </p>
      )}
    </>
  );
}
