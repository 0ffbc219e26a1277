import { useEffect, useRef } from "react";
import { useSite } from "~/ui/components/site";
import { MailWaiting, type MailWaitingProps } from "./mail-sent";

/**
 * The finished message over the landing page with the form (docs/product/registration.md#registration). It is open from
 * the start; script makes it modal. Once closed it stays closed, since the address changes.
 */
export function FinishedDialog(props: MailWaitingProps) {
  const { t } = useSite();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element?.open) return;
    // close() would count as closed by the visitor.
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
