import { useSite } from "~/components/site";
import { products, type Product } from "~/domain/product/products";
import { pictureSize, productPictures } from "./product-pictures";

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
