import { Suspense, useCallback, useRef, useState, type RefObject } from "react";
import { lazyPart } from "~/components/lazy-part";
import { useStaticHtmlLinks } from "~/components/static-html-links";

const ProductDialog = lazyPart(async () => (await import("../product-dialog")).ProductDialog);

/** With script a product opens over this page, which keeps its address. */
export function OpenedProduct({ page }: { page: RefObject<HTMLElement> }) {
  const [slug, setSlug] = useState<string>();
  const openedFrom = useRef<HTMLElement | null>(null);

  const open = useCallback((link: HTMLElement) => {
    if (!hasDialogs()) return false;
    openedFrom.current = link;
    setSlug(link.dataset["product"]);
    return true;
  }, []);
  useStaticHtmlLinks(page, "a[data-product]", open);
  // Some browsers do not give a link that is clicked the focus, and so do not give it back.
  const onClosed = () => {
    openedFrom.current?.focus({ preventScroll: true });
    setSlug(undefined);
  };
  const onEnter = () => {
    openedFrom.current = null;
  };

  if (slug === undefined) return null;
  return (
    <Suspense>
      <ProductDialog slug={slug} onClosed={onClosed} onEnter={onEnter} />
    </Suspense>
  );
}

/** Old browsers have no dialogs: there a product is a page. */
function hasDialogs(): boolean {
  return typeof HTMLDialogElement === "function" && "showModal" in HTMLDialogElement.prototype;
}
