import type { ProductSlug } from "~/domain/products";
import halvarden from "~/ui/art/products/halvarden.svg?url";
import mirovale from "~/ui/art/products/mirovale.svg?url";
import noctavie from "~/ui/art/products/noctavie.svg?url";
import ombrelune from "~/ui/art/products/ombrelune.svg?url";
import quillane from "~/ui/art/products/quillane.svg?url";
import serevelle from "~/ui/art/products/serevelle.svg?url";
import tessandre from "~/ui/art/products/tessandre.svg?url";
import valmoor from "~/ui/art/products/valmoor.svg?url";

/** The picture files of the build. `useSite().asset` returns their URLs. */
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

/** The size of a product's picture, in CSS pixels. */
export const productPictureSize = { width: 480, height: 600 } as const;
