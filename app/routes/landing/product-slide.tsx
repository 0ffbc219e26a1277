import { useSite } from "~/ui/components/site";
import { type Product, products } from "~/domain/products";
import { pictureSize, productPictures } from "~/routes/products/product-pictures";
import { type RefObject, Suspense, useCallback, useRef, useState } from "react";
import { lazyPart } from "~/ui/components/lazy-part";
import { useWithoutScript } from "~/ui/components/toasts";
import { useStaticHtmlLinks } from "~/ui/components/static-html";

const loadDialog = async () => (await import("./product-dialog")).ProductDialog;
const ProductDialog = lazyPart(loadDialog);

/** With script a product opens over this page, which keeps its address. */
export function OpenedProduct({ page }: { page: RefObject<HTMLElement> }) {
  const [slug, setSlug] = useState<string>();
  const openedFrom = useRef<HTMLElement | null>(null);
  const withoutScript = useWithoutScript();

  const open = useCallback(
    (link: HTMLElement) => {
      if (!(link instanceof HTMLAnchorElement) || !hasDialogs()) return false;
      loadDialog().then(
        () => {
          openedFrom.current = link;
          setSlug(link.dataset["product"]);
        },
        () => {
          withoutScript(() => {
            location.assign(link.href);
          });
        },
      );
      return true;
    },
    [withoutScript],
  );
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

/** A row of products to scroll through (docs/product.md#landing-page). Each has a page of its own. */
export function ProductSlide() {
  const { t } = useSite();
  return (
    <section className="products" aria-labelledby="products-heading">
      <h2 id="products-heading">{t("products:slide.title")}</h2>
      <p className="lead">{t("products:slide.lead")}</p>
      {/* Who has no pointer scrolls it by its focus (WCAG 2.1.1). */}
      <ul className="slide" tabIndex={0} aria-label={t("products:slide.label")}>
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
  const { t, href, asset } = useSite();
  return (
    <a className="product" href={href(`/products/${slug}`)} data-product={slug}>
      <span className="plate">
        <img
          className="product-picture"
          src={asset(productPictures[slug])}
          alt=""
          loading="lazy"
          decoding="async"
          {...pictureSize}
        />
      </span>
      <span className="product-kind">{t(`products:kind.${kind}`)}</span>{" "}
      <span className="product-name">{name}</span>{" "}
      <span className="product-price">{t("products:price")}</span>
    </a>
  );
}
