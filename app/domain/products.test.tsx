import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { products } from "~/domain/products";
import { ProductDetail } from "~/routes/products/product-detail";
import { ProductSlide } from "~/routes/landing/product-slide";
import { readAvifSize } from "../../tests/support/avif-size";
import { linksIn } from "../../tests/support/html-text";
import { renderView } from "../../tests/support/view-html";

describe("product carousel without JavaScript", () => {
  const html = renderView(<ProductSlide />);

  it("links to the page of every product and contains no dialogs or buttons", () => {
    expect(linksIn(html)).toEqual(products.map(({ slug }) => `/products/${slug}`));
    expect(html).not.toMatch(/<dialog|<button/);
  });

  it("describes each product in visible text, and gives the pictures an empty alt text", () => {
    for (const { name } of products) expect(html).toContain(`<span class="product-name">${name}</span>`);
    for (const productKind of ["Coat", "Bag", "Dress", "Loafers", "Scarf", "Knitwear", "Watch", "Sunglasses"])
      expect(html).toContain(`<span class="product-kind">${productKind}</span>`);
    const pictures = html.match(/<img [^>]*>/g) ?? [];
    expect(pictures).toHaveLength(8);
    for (const picture of pictures)
      for (const attribute of ['alt=""', 'loading="lazy"', 'decoding="async"', 'width="480"', 'height="600"'])
        expect(picture).toContain(attribute);
  });

  it("can be focused, so that visitors can scroll with the keyboard alone", () => {
    expect(html).toContain('<ul class="slide" tabindex="0" aria-label="Products">');
  });
});

it.each(products)(
  "product $name has an AVIF picture of the declared size and at most 6 KB, and a WebP picture",
  ({ slug }) => {
    const avif = readFileSync(new URL(`../ui/art/products/${slug}.avif`, import.meta.url));
    expect(avif.byteLength).toBeLessThanOrEqual(6 * 1024);
    expect(readAvifSize(avif)).toEqual({ width: 480, height: 600 });
    const webp = readFileSync(new URL(`../ui/art/products/${slug}.webp`, import.meta.url));
    expect(webp.toString("latin1", 8, 15)).toBe("WEBPVP8");
  },
);

it.each([
  [1, "h1", "h2"],
  [2, "h2", "h3"],
] as const)("product details have headings that start at level %i", (level, heading, headingBelow) => {
  const [product] = products;
  if (!product) throw new Error("There are no products");
  const html = renderView(<ProductDetail product={product} level={level} gateHref="/" isInvited={false} />);
  expect(html).toContain(`<${heading}>Halvarden</${heading}>`);
  expect(html).toContain(`<${headingBelow}>For members only</${headingBelow}>`);
  expect(linksIn(html)).toEqual(["/", "/membership-interest"]);
});

it("product details link an invited visitor to the registration form, not to the membership application", () => {
  const [product] = products;
  if (!product) throw new Error("There are no products");
  const html = renderView(<ProductDetail product={product} level={1} gateHref="#create" isInvited />);
  expect(html).toContain(">Create your account</a>");
  expect(linksIn(html)).toEqual(["#create"]);
});
