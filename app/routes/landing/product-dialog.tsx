import { useEffect, useRef, type MouseEvent } from "react";
import { useSite } from "~/ui/components/site";
import { products } from "~/domain/products";
import { ProductDetail } from "~/routes/products/product-detail";

interface ProductDialogProps {
  /** Which product: its slug. */
  slug: string;
  /** It was closed: back to where it was opened from. */
  onClosed: () => void;
  /** It was closed to go through the gate above it. */
  onEnter: () => void;
}

/** A product over the page that it was found on. It opens when it is mounted. */
export function ProductDialog({ slug, onClosed, onEnter }: ProductDialogProps) {
  const { t } = useSite();
  const product = products.find((one) => one.slug === slug);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opened = dialog.current;
    if (opened && !opened.open) opened.showModal();
  }, []);
  const close = () => dialog.current?.close();
  const closeOnBackdrop = ({ target }: MouseEvent) => {
    if (target === dialog.current) close();
  };
  const enter = () => {
    onEnter();
    close();
  };
  if (!product) return null;
  return (
    <dialog
      ref={dialog}
      className="product-dialog"
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
          enterHref="#main"
          onEnter={enter}
        />
      </div>
    </dialog>
  );
}
