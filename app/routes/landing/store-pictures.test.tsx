import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stores } from "~/domain/stores";
import { readAvifSize } from "../../../tests/support/avif-size";
import { renderView } from "../../../tests/support/view-html";
import { Stores } from "./sections";
import { storePictureSize } from "./store-pictures";

const pictureFiles = [...stores.map(({ id }) => `stores/${id}`), "card/membership-card"];

it.each(pictureFiles)(
  "picture %s has the declared size, and at most 8 KB as AVIF and 12 KB as WebP",
  (name) => {
    const [avif, webp] = ["avif", "webp"].map((extension) =>
      readFileSync(new URL(`../../ui/art/${name}.${extension}`, import.meta.url)),
    );
    if (!avif || !webp) throw new Error("There are no files");
    expect(avif.byteLength).toBeLessThanOrEqual(8 * 1024);
    expect(readAvifSize(avif)).toEqual(storePictureSize);
    expect(webp.byteLength).toBeLessThanOrEqual(12 * 1024);
  },
);

describe("stores section", () => {
  const pictures = renderView(<Stores />).match(/<img [^>]*>/g) ?? [];

  it("loads its pictures lazily, with a size", () => {
    expect(pictures).toHaveLength(4);
    for (const picture of pictures)
      for (const attribute of ['loading="lazy"', 'decoding="async"', 'width="720"', 'height="450"'])
        expect(picture).toContain(attribute);
  });

  it("describes the membership card in its alt text, and leaves the alt texts of the stores empty", () => {
    const altTexts = pictures.map((picture) => /alt="([^"]*)"/.exec(picture)?.[1]);
    expect(altTexts).toEqual(["", "", "", "Digital membership card"]);
  });
});
