import type { ProductSlug } from "~/domain/product/products";
import halvarden from "~/art/products/halvarden.svg?url";
import mirovale from "~/art/products/mirovale.svg?url";
import noctavie from "~/art/products/noctavie.svg?url";
import ombrelune from "~/art/products/ombrelune.svg?url";
import quillane from "~/art/products/quillane.svg?url";
import serevelle from "~/art/products/serevelle.svg?url";
import tessandre from "~/art/products/tessandre.svg?url";
import valmoor from "~/art/products/valmoor.svg?url";

/** Files of the build: `useSite().asset` gives their addresses. */
export const productPictures = {
  halvarden,
  mirovale,
  ombrelune,
  quillane,
  serevelle,
  tessandre,
  valmoor,
  noctavie,
} as const satisfies Record<ProductSlug, string>;

/** In CSS pixels, as they are drawn. */
export const pictureSize = { width: 480, height: 600 } as const;
