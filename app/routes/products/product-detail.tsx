import type { MouseEvent, ReactNode } from "react";
import { useSite } from "~/ui/components/site";
import type { Product } from "~/domain/products";
import { ProductPicture } from "./product-picture";

interface ProductDetailProps {
  product: Product;
  /** The level of the heading: 1 on the product's own page, 2 in a dialog on another page. */
  level: 1 | 2;
  headingId?: string;
  /** The URL of the main button: the landing page's gate, or the registration form for an invited visitor. */
  gateHref: string;
  isInvited: boolean;
  onEnterGate?: (event: MouseEvent) => void;
  /** Additional content below the product's links. */
  children?: ReactNode;
}

/**
 * The details of a product that visitors without membership see, with the reason why membership is required
 * (docs/product/pages.md#landing-page).
 */
export function ProductDetail({ product, level, headingId, ...otherProps }: ProductDetailProps) {
  const { t, href } = useSite();
  const { slug, name, kind } = product;
  const { gateHref, isInvited, onEnterGate, children } = otherProps;
  const [Heading, Subheading] = level === 1 ? (["h1", "h2"] as const) : (["h2", "h3"] as const);
  return (
    <div className="product-detail">
      <ProductPicture slug={slug} />
      <div className="product-text stack">
        <p className="eyebrow">{t(`products:kind.${kind}`)}</p>
        <Heading id={headingId}>{t("products:detail.title", { name })}</Heading>
        <p className="product-price">{t("products:price")}</p>
        <Subheading>{t("products:detail.heading")}</Subheading>
        <p>{t("products:detail.body")}</p>
        <p>
          <a className="button" href={gateHref} onClick={onEnterGate}>
            {t(isInvited ? "products:detail.create" : "products:detail.enter")}
          </a>
        </p>
        {!isInvited && (
          <p>
            <a href={href("/membership-interest")}>{t("products:detail.apply")}</a>
          </p>
        )}
        {children}
      </div>
    </div>
  );
}
