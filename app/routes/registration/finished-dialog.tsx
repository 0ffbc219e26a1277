import { useEffect, useRef } from "react";
import { useSite } from "~/ui/components/site";
import { MailWaiting, type MailWaitingProps } from "./mail-sent";

/**
 * The finished message over the landing page that the form stood in (docs/product.md#registration). It comes open with
 * the page; script makes it modal. Closed, it stays closed: the address no longer asks for it.
 */
export function FinishedDialog(sent: MailWaitingProps) {
  const { t } = useSite();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const shown = dialog.current;
    if (!shown?.open) return;
    // Not close(), which would say that its visitor has closed it.
    shown.removeAttribute("open");
    shown.showModal();
  }, []);
  const onClose = () => {
    history.replaceState(history.state, "", location.pathname);
    // There is no element that it was opened from.
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <dialog
      open
      ref={dialog}
      className="finished-dialog"
      aria-labelledby="finished-heading"
      onClose={onClose}
    >
      <div className="dialog-body">
        <form method="dialog" className="dialog-bar">
          <button type="submit" className="dialog-close">
            {t("products:detail.close")}
          </button>
        </form>
        <MailWaiting
          path="/registration/formfinished"
          heading="progress:finished.heading"
          body="progress:finished.body"
          plainBody="progress:finished.plainBody"
          {...sent}
        />
      </div>
    </dialog>
  );
}
