import { useEffect, useRef, type MouseEvent } from "react";
import { useSite } from "~/ui/components/site";
import { findProduct } from "~/domain/products";
import { ProductDetail } from "~/routes/products/product-detail";

interface ProductDialogProps {
  slug: string;
  /** The URL of the registration form, for a visitor with a valid code. */
  formHref: string | undefined;
  /** Called after the dialog was closed; removes its history entry. */
  onClosed: () => void;
  /** Called when the visitor follows the dialog's link to a section of the landing page. */
  onEnterGate: () => void;
}

/** Shows a product in a dialog over the landing page. The dialog opens when the component is mounted. */
export function ProductDialog({ slug, formHref, onClosed, onEnterGate }: ProductDialogProps) {
  const { t } = useSite();
  const product = findProduct(slug);
  const dialogRef = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialogElement = dialogRef.current;
    if (!dialogElement || dialogElement.open) return;
    dialogElement.showModal();
    // Few visitors open the dialog, so its animation is here and not in the styles that all visitors load.
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    dialogElement.animate(
      { opacity: [0, 1], translate: ["0 1rem", "0"] },
      { duration: 160, easing: "ease-out" },
    );
  }, []);
  const closeDialog = () => dialogRef.current?.close();
  const closeOnBackdrop = ({ target }: MouseEvent) => {
    if (target === dialogRef.current) closeDialog();
  };
  const gateHref = formHref ?? "#main";
  const enterGate = (event: MouseEvent) => {
    if (!gateHref.startsWith("#")) return;
    event.preventDefault();
    closeDialog();
    onEnterGate();
    // The link replaces the dialog's history entry, so that Back does not open the dialog again.
    location.replace(gateHref);
  };
  if (!product) return null;
  return (
    <dialog
      ref={dialogRef}
      className="product-dialog"
      data-script=""
      aria-labelledby="product-dialog-heading"
      onClick={closeOnBackdrop}
      onClose={onClosed}
    >
      <div className="dialog-body">
        <div className="dialog-bar">
          <button type="button" className="dialog-close" onClick={closeDialog}>
            {t("products:detail.close")}
          </button>
        </div>
        <ProductDetail
          product={product}
          level={2}
          headingId="product-dialog-heading"
          gateHref={gateHref}
          isInvited={formHref !== undefined}
          onEnterGate={enterGate}
        />
      </div>
    </dialog>
  );
}
