import { useEffect, useRef } from "react";
import { useSite } from "~/ui/components/site";
import { MailWaiting, type MailWaitingProps } from "./mail-sent";

/**
 * The finished message in a dialog over the landing page (docs/product/registration.md#registration). The server
 * renders the dialog open, and script makes it modal. Closing removes the query from the URL, so that a reload does not
 * open the dialog again.
 */
export function FinishedDialog(props: MailWaitingProps) {
  const { t } = useSite();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) return;
    // Removes the attribute instead of calling close(), which would trigger `onClose` as if the visitor had closed the
    // dialog.
    element.removeAttribute("open");
    element.showModal();
  }, []);
  const onClose = () => {
    history.replaceState(history.state, "", location.pathname);
    // No element opened it, so the focus moves to the main content.
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
          {...props}
        />
      </div>
    </dialog>
  );
}
