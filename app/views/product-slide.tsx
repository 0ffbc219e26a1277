import { useRef, useState, type MouseEvent } from "react";
import { isPlainClick } from "~/components/plain-click";
import { useSite } from "~/components/site";
import { products, type Product } from "~/domain/product/products";
import { hasDialogs, ProductDialog } from "./product-dialog";
import { pictureSize, productPictures } from "./product-pictures";

/**
 * A row of products to scroll through (spec.md, section 2). Each has a page of its own; with script it opens over
 * this one, which keeps its address.
 */
export function ProductSlide() {
  const { t } = useSite();
  const [opened, setOpened] = useState<Product>();
  const openedFrom = useRef<HTMLElement | null>(null);

  const open = (event: MouseEvent<HTMLElement>, product: Product) => {
    if (!isPlainClick(event) || !hasDialogs()) return;
    event.preventDefault();
    openedFrom.current = event.currentTarget;
    setOpened(product);
  };
  // Some browsers do not give a link that is clicked the focus, and so do not give it back.
  const onClosed = () => {
    openedFrom.current?.focus({ preventScroll: true });
    setOpened(undefined);
  };
  const onEnter = () => {
    openedFrom.current = null;
  };

  return (
    <section className="products" aria-labelledby="products-heading">
      <h2 id="products-heading">{t("products:slide.title")}</h2>
      <p className="lead">{t("products:slide.lead")}</p>
      {/* Who has no pointer scrolls it by its focus (WCAG 2.1.1). */}
      <ul className="slide" tabIndex={0} aria-label={t("products:slide.label")}>
        {products.map((product) => (
          <li key={product.slug}>
            <ProductCard product={product} onClick={(event) => open(event, product)} />
          </li>
        ))}
      </ul>
      {opened && <ProductDialog product={opened} onClosed={onClosed} onEnter={onEnter} />}
    </section>
  );
}

interface ProductCardProps {
  product: Product;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

function ProductCard({ product: { slug, name, kind }, onClick }: ProductCardProps) {
  const { t, href, asset } = useSite();
  return (
    <a className="product" href={href(`/products/${slug}`)} onClick={onClick}>
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
