import type { ProductSlug } from "~/domain/products";
import { RenderedPicture } from "~/ui/components/rendered-picture";
import { productPictures } from "./product-pictures";

interface ProductPictureProps {
  slug: ProductSlug;
  /** True if the browser loads the picture only when it comes near the window. */
  isLazy?: boolean;
}

/** A product's picture. It has no alternative text, because the card's text names the product. */
export function ProductPicture({ slug, isLazy = false }: ProductPictureProps) {
  return <RenderedPicture files={productPictures[slug]} width={480} height={600} isLazy={isLazy} />;
}
