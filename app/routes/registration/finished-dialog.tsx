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
  const dialogRef = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialogElement = dialogRef.current;
    if (!dialogElement?.open) return;
    // `showModal()` needs a closed dialog. Removes the attribute `open` instead of calling `close()`, which would call
    // `onClose` as if the visitor had closed the dialog.
    dialogElement.removeAttribute("open");
    dialogElement.showModal();
  }, []);
  const onClose = () => {
    history.replaceState(history.state, "", location.pathname);
    // Moves the focus to the main content: no element has opened the dialog, so the browser cannot return the focus.
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <dialog
      open
      ref={dialogRef}
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
