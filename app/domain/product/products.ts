/** A product of the club; its name is a proper noun, the same in every language. */
export interface Product {
  slug: string;
  name: string;
}

/** Invented: the catalogue belongs to the shop. */
export const products: readonly Product[] = [
  { slug: "halvarden", name: "Halvarden" },
  { slug: "mirovale", name: "Mirovale" },
  { slug: "ombrelune", name: "Ombrelune" },
  { slug: "quillane", name: "Quillane" },
  { slug: "serevelle", name: "Serevelle" },
  { slug: "tessandre", name: "Tessandre" },
];

export function findProduct(slug: string | undefined): Product | undefined {
  return products.find((product) => product.slug === slug);
}
