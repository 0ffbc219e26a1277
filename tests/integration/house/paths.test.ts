import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pages } from "~/routes";

const textOf = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
const files = {
  product: "docs/product.md",
  asked: "tests/integration/server/pages.test.ts",
  shared: "tests/integration/shared-pages/shared-pages.test.ts",
  html: "tests/integration/server/html.test.ts",
  // In a browser, as a page whose texts do not reach it shows their keys there alone.
  browser: "tests/browser/page-states.ts",
};
const texts = Object.entries(files).map(([kind, file]) => ({ kind, file, text: textOf(file) }));

/** Without parameters: a page is cited and asked for by one value of them or another. */
const rows = Object.entries(pages).map(([pattern, page]) => ({
  path: `/${pattern.replace(/:.*/, "")}`,
  page,
}));

it.each(rows)("$path is described, and tests ask for it", ({ path, page }) => {
  const wanted: Record<string, boolean> = {
    product: true,
    asked: !page.stream,
    shared: page.privacy === "public",
    html: !page.stream && !page.formOnly,
    browser: !page.stream && !page.formOnly,
  };
  // "/products/" is a beginning; "/faq" is cited neither by "/faq-other" nor by "/info/faq".
  const cited = new RegExp(path.endsWith("/") ? path : `(?<!\\w)(?:/[a-z]{2})?${path}(?![\\w-])`);
  const without = texts.filter(({ kind, text }) => wanted[kind] && !cited.test(text));
  expect(
    without.map(({ file }) => file),
    "files that name the path of each page",
  ).toEqual([]);
});
