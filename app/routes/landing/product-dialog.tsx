import { useEffect, useRef, type MouseEvent } from "react";
import { useSite } from "~/ui/components/site";
import { findProduct } from "~/domain/products";
import { ProductDetail } from "~/routes/products/product-detail";

interface ProductDialogProps {
  /** Which product: its slug. */
  slug: string;
  /** Where an invited visitor's form is. */
  formHref: string | undefined;
  /** It was closed: back to where it was opened from. */
  onClosed: () => void;
  /** It was closed to go to a place of the page below it. */
  onEnter: () => void;
}

/** A product over the page that it was found on. It opens when it is mounted. */
export function ProductDialog({ slug, formHref, onClosed, onEnter }: ProductDialogProps) {
  const { t } = useSite();
  const product = findProduct(slug);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opened = dialog.current;
    if (!opened || opened.open) return;
    opened.showModal();
    // It rises a little: said here and not in the styles, which come to everybody.
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    opened.animate({ opacity: [0, 1], translate: ["0 1rem", "0"] }, { duration: 160, easing: "ease-out" });
  }, []);
  const close = () => dialog.current?.close();
  const closeOnBackdrop = ({ target }: MouseEvent) => {
    if (target === dialog.current) close();
  };
  const enterHref = formHref ?? "#main";
  const enter = (event: MouseEvent) => {
    if (!enterHref.startsWith("#")) return;
    event.preventDefault();
    close();
    onEnter();
    // In the place of the dialog's entry: the step back from there is not to the product.
    location.replace(enterHref);
  };
  if (!product) return null;
  return (
    <dialog
      ref={dialog}
      className="product-dialog"
      data-script=""
      aria-labelledby="product-dialog-heading"
      onClick={closeOnBackdrop}
      onClose={onClosed}
    >
      <div className="dialog-body">
        <div className="dialog-bar">
          <button type="button" className="dialog-close" onClick={close}>
            {t("products:detail.close")}
          </button>
        </div>
        <ProductDetail
          product={product}
          level={2}
          headingId="product-dialog-heading"
          enterHref={enterHref}
          isInvited={formHref !== undefined}
          onEnter={enter}
        />
      </div>
    </dialog>
  );
}
