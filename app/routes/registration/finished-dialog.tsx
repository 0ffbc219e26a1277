import { useEffect, useRef } from "react";
import { useSite } from "~/ui/components/site";
import { MailWaiting, type MailWaitingProps } from "./mail-sent";

/**
 * Shows the finished message in a dialog over the landing page (docs/product/registration.md#registration). The server
 * renders the dialog open, and script makes it modal. When the dialog is closed, the URL loses its query, so that a
 * reload does not open the dialog again.
 */
export function FinishedDialog(props: MailWaitingProps) {
  const { t } = useSite();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) return;
    // `showModal()` needs a closed dialog. Removes the attribute `open` instead of calling `close()`, which would call
    // `onClose` as if the visitor had closed the dialog.
    element.removeAttribute("open");
    element.showModal();
  }, []);
  const onClose = () => {
    history.replaceState(history.state, "", location.pathname);
    // Moves the focus to the main content: no element has opened the dialog, so the browser cannot return the focus.
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
        <MailWaiting group="finished" {...props} />
      </div>
    </dialog>
  );
}
