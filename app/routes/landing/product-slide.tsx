import { useSite } from "~/ui/components/site";
import { findProduct, type Product, products, type ProductSlug } from "~/domain/products";
import { ProductPicture } from "~/routes/products/product-picture";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useContinueWithoutScript } from "~/ui/components/toasts";
import { useStaticHtmlLinks } from "~/ui/components/static-html";
import { subscribeToHistorySteps } from "~/ui/components/steps-within";

const loadProductDialog = async () => (await import("./product-dialog")).ProductDialog;

interface ProductDialogHostProps {
  pageRef: RefObject<HTMLElement>;
  /** The URL of the registration form, for a visitor with a valid code. */
  formHref: string | undefined;
}

/**
 * Opens a clicked product in a dialog over the landing page. The URL does not change, but the dialog has a history
 * entry: Back closes it and Forward opens it again.
 */
export function ProductDialogHost({ pageRef, formHref }: ProductDialogHostProps) {
  const [openProductState, setProduct] = useState<{
    slug: string;
    Dialog: Awaited<ReturnType<typeof loadProductDialog>>;
  }>();
  const openerLinkRef = useRef<HTMLElement | null>(null);
  const hasOpenedDialogRef = useRef(false);
  const continueWithoutScript = useContinueWithoutScript();

  const openProduct = useCallback(
    (link: HTMLElement) => {
      const slug = link.dataset["product"];
      if (!(link instanceof HTMLAnchorElement) || !slug || !supportsDialogs()) return false;
      // If a browser extension has removed an earlier dialog, React cannot show a new one. The link then opens the
      // product's page.
      if (hasOpenedDialogRef.current && !document.querySelector(".product-dialog")) return false;
      loadProductDialog().then(
        (Dialog) => {
          openerLinkRef.current = link;
          // The router's state in the history entry is kept, because the router reads it when the visitor goes back.
          if (slug !== readProductSlug(history.state))
            history.pushState(Object.assign({}, history.state, { product: slug }), "");
          hasOpenedDialogRef.current = true;
          setProduct({ slug, Dialog });
        },
        () => {
          continueWithoutScript(() => {
            location.assign(link.href);
          });
        },
      );
      return true;
    },
    [continueWithoutScript],
  );
  useStaticHtmlLinks(pageRef, "a[data-product]", openProduct);

  useEffect(() => {
    const reopenProduct = (slug: string | undefined) => {
      const link =
        slug && pageRef.current?.querySelector<HTMLElement>(`a[data-product="${CSS.escape(slug)}"]`);
      if (link) openProduct(link);
    };
    // If the page was reloaded or restored while a product's dialog was open, opens the dialog again.
    if (!openProductState) reopenProduct(readProductSlug(history.state));
    const unsubscribe = subscribeToHistorySteps((state) => {
      const slug = readProductSlug(state);
      hasOpenedDialogRef.current = false;
      setProduct(undefined);
      reopenProduct(slug);
      return slug !== undefined || openProductState !== undefined;
    });
    return () => {
      unsubscribe();
      // Focuses the product's link when its dialog closes. Some browsers do not focus a clicked link, and thus cannot
      // return the focus to the link.
      if (openProductState) openerLinkRef.current?.focus({ preventScroll: true });
    };
  }, [pageRef, openProduct, openProductState]);

  if (!openProductState) return null;
  const { slug, Dialog } = openProductState;
  const onClosed = () => {
    if (readProductSlug(history.state) === slug) history.back();
  };
  const onEnterGate = () => {
    openerLinkRef.current = null;
    hasOpenedDialogRef.current = false;
    setProduct(undefined);
  };
  return <Dialog slug={slug} formHref={formHref} onClosed={onClosed} onEnterGate={onEnterGate} />;
}

/** Returns the slug of the product that is open according to a history state. */
function readProductSlug(historyState: unknown): string | undefined {
  if (typeof historyState !== "object" || historyState === null || !("product" in historyState))
    return undefined;
  return typeof historyState.product === "string" ? historyState.product : undefined;
}

/** Returns true if the browser supports dialogs. In other browsers the link opens the product's page. */
function supportsDialogs(): boolean {
  return (
    typeof HTMLDialogElement === "function" &&
    "showModal" in HTMLDialogElement.prototype &&
    "animate" in Element.prototype &&
    "matchMedia" in window
  );
}

/**
 * A row of products that visitors scroll sideways (docs/product/pages.md#landing-page). Each product has its own page.
 */
export function ProductSlide() {
  const { t } = useSite();
  return (
    <section className="products" aria-labelledby="products-heading">
      <h2 id="products-heading">{t("landing:slide.title")}</h2>
      <p className="lead">{t("landing:slide.lead")}</p>
      {/* Focusable, so that it can be scrolled with the keyboard (WCAG 2.1.1). */}
      <ul className="slide" tabIndex={0} aria-label={t("landing:slide.label")}>
        {products.map((product) => (
          <li key={product.slug}>
            <ProductCard {...product} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProductCard({ slug, name, kind }: Product) {
  const { t, href } = useSite();
  return (
    <a className="product" href={href(`/products/${slug}`)} data-product={slug}>
      <span className="plate">
        <ProductPicture slug={slug} isLazy />
      </span>
      <span className="product-kind">{t(`products:kind.${kind}`)}</span>{" "}
      <span className="product-name">{name}</span>{" "}
      <span className="product-price">{t("products:price")}</span>
    </a>
  );
}

/** The product that a friend's link contains, shown below the headline. */
export function ProductSharedByFriend({ slug }: { slug: ProductSlug }) {
  const { t, href } = useSite();
  const product = findProduct(slug);
  if (!product) return null;
  return (
    <a className="picked" href={href(`/products/${slug}`)} data-product={slug}>
      <ProductPicture slug={slug} />
      <span>
        {product.name}
        <br />
        {t(`products:kind.${product.kind}`)}
      </span>
    </a>
  );
}
