import type { ProductSlug } from "~/domain/products";
import type { PictureFiles } from "~/ui/components/screen-picture";
import halvarden from "~/ui/art/products/halvarden.avif?url";
import halvardenWebp from "~/ui/art/products/halvarden.webp?url";
import mirovale from "~/ui/art/products/mirovale.avif?url";
import mirovaleWebp from "~/ui/art/products/mirovale.webp?url";
import noctavie from "~/ui/art/products/noctavie.avif?url";
import noctavieWebp from "~/ui/art/products/noctavie.webp?url";
import ombrelune from "~/ui/art/products/ombrelune.avif?url";
import ombreluneWebp from "~/ui/art/products/ombrelune.webp?url";
import quillane from "~/ui/art/products/quillane.avif?url";
import quillaneWebp from "~/ui/art/products/quillane.webp?url";
import serevelle from "~/ui/art/products/serevelle.avif?url";
import serevelleWebp from "~/ui/art/products/serevelle.webp?url";
import tessandre from "~/ui/art/products/tessandre.avif?url";
import tessandreWebp from "~/ui/art/products/tessandre.webp?url";
import valmoor from "~/ui/art/products/valmoor.avif?url";
import valmoorWebp from "~/ui/art/products/valmoor.webp?url";

/** The picture files of the build. `useSite().assetUrl` returns their URLs. */
export const productPictures = {
  halvarden: { avif: halvarden, webp: halvardenWebp },
  mirovale: { avif: mirovale, webp: mirovaleWebp },
  ombrelune: { avif: ombrelune, webp: ombreluneWebp },
  quillane: { avif: quillane, webp: quillaneWebp },
  serevelle: { avif: serevelle, webp: serevelleWebp },
  tessandre: { avif: tessandre, webp: tessandreWebp },
  valmoor: { avif: valmoor, webp: valmoorWebp },
  noctavie: { avif: noctavie, webp: noctavieWebp },
} as const satisfies Record<ProductSlug, PictureFiles>;
