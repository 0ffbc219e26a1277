/** A product of the club. Its name is a proper noun, the same in every language. */
export interface Product {
  slug: ProductSlug;
  name: string;
  /** The kind of product. Its translation is `products:kind.<kind>`. */
  kind: "coat" | "bag" | "dress" | "loafer" | "scarf" | "knit" | "watch" | "sunglasses";
}

export type ProductSlug =
  | "halvarden"
  | "mirovale"
  | "ombrelune"
  | "quillane"
  | "serevelle"
  | "tessandre"
  | "valmoor"
  | "noctavie";

/** Invented example products. The real catalog is only in the shop. */
export const products: readonly Product[] = [
  { slug: "halvarden", name: "Halvarden", kind: "coat" },
  { slug: "mirovale", name: "Mirovale", kind: "bag" },
  { slug: "ombrelune", name: "Ombrelune", kind: "dress" },
  { slug: "quillane", name: "Quillane", kind: "loafer" },
  { slug: "serevelle", name: "Serevelle", kind: "scarf" },
  { slug: "tessandre", name: "Tessandre", kind: "knit" },
  { slug: "valmoor", name: "Valmoor", kind: "watch" },
  { slug: "noctavie", name: "Noctavie", kind: "sunglasses" },
];

export function findProduct(slug: string | undefined): Product | undefined {
  return products.find((product) => product.slug === slug);
}
