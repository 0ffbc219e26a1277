import type { Store } from "~/domain/stores";
import membershipCardAvif from "~/ui/art/card/membership-card.avif?url";
import membershipCardWebp from "~/ui/art/card/membership-card.webp?url";
import dornach from "~/ui/art/stores/dornach.avif?url";
import dornachWebp from "~/ui/art/stores/dornach.webp?url";
import munich from "~/ui/art/stores/munich.avif?url";
import munichWebp from "~/ui/art/stores/munich.webp?url";
import voesendorf from "~/ui/art/stores/voesendorf.avif?url";
import voesendorfWebp from "~/ui/art/stores/voesendorf.webp?url";
import type { PictureFiles } from "~/ui/components/screen-picture";

/** The picture files of the build. `useSite().assetUrl` returns their URLs. */
export const storePictures = {
  munich: { avif: munich, webp: munichWebp },
  dornach: { avif: dornach, webp: dornachWebp },
  voesendorf: { avif: voesendorf, webp: voesendorfWebp },
} satisfies Record<Store["id"], PictureFiles>;

export const membershipCard: PictureFiles = { avif: membershipCardAvif, webp: membershipCardWebp };

/** The size of these pictures in pixels. */
export const storePictureSize = { width: 720, height: 450 };
