import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { pages } from "~/routes";

const textOf = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const product = textOf("docs/product.md");
const asked = textOf("tests/server/pages.test.ts");
const shared = textOf("tests/page-cache/shared-pages.test.ts");

/** Without parameters: a page is cited and asked for by one value of them or another. */
const rows = Object.entries(pages).map(([pattern, page]) => ({
  path: `/${pattern.replace(/:.*/, "")}`,
  page,
}));

it.each(rows)("$path is described, and a test asks for it", ({ path, page }) => {
  expect(product).toContain(path);
  if (!page.stream) expect(asked).toContain(path);
  if (page.cacheable !== undefined) expect(shared).toContain(path);
});
