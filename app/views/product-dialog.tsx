import { useEffect, useRef, type MouseEvent } from "react";
import { useSite } from "~/components/site";
import type { Product } from "~/domain/product/products";
import { ProductDetail } from "./product-detail";

interface ProductDialogProps {
  product: Product;
  /** It was closed: back to where it was opened from. */
  onClosed: () => void;
  /** It was closed to go through the gate above it. */
  onEnter: () => void;
}

/** A product over the page that it was found on. It opens when it is mounted. */
export function ProductDialog({ product, onClosed, onEnter }: ProductDialogProps) {
  const { t } = useSite();
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
  return (
    <dialog
      ref={dialog}
      className="product-dialog"
      aria-labelledby="product-dialog-heading"
      onClick={closeOnBackdrop}
      onClose={onClosed}
    >
      <div className="product-dialog-body">
        <button type="button" className="dialog-close" onClick={close}>
          {t("products:detail.close")}
        </button>
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

/** Old browsers have no dialogs: there a product is a page. */
export function hasDialogs(): boolean {
  return typeof HTMLDialogElement === "function" && "showModal" in HTMLDialogElement.prototype;
}
