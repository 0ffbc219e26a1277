import ajarCenter from "~/ui/art/gate/ajar-center.avif?url";
import ajarCenterWebp from "~/ui/art/gate/ajar-center.webp?url";
import ajarTall from "~/ui/art/gate/ajar-tall.avif?url";
import ajarTallWebp from "~/ui/art/gate/ajar-tall.webp?url";
import ajarWide from "~/ui/art/gate/ajar-wide.avif?url";
import ajarWideWebp from "~/ui/art/gate/ajar-wide.webp?url";
import openCenter from "~/ui/art/gate/open-center.avif?url";
import openCenterWebp from "~/ui/art/gate/open-center.webp?url";
import openTall from "~/ui/art/gate/open-tall.avif?url";
import openTallWebp from "~/ui/art/gate/open-tall.webp?url";
import openWide from "~/ui/art/gate/open-wide.avif?url";
import openWideWebp from "~/ui/art/gate/open-wide.webp?url";
import { type PictureFiles, ScreenPicture } from "~/ui/components/screen-picture";
import type { LandingVariant } from "./club.static";

const tallPictures = {
  ajar: { avif: ajarTall, webp: ajarTallWebp },
  open: { avif: openTall, webp: openTallWebp },
};
/** The pictures for wide windows, by layout. The layout "only-mobile" always has the tall picture. */
const widePictures: Record<"ajar" | "open", Partial<Record<LandingVariant, PictureFiles>>> = {
  ajar: {
    "right-double-column": { avif: ajarWide, webp: ajarWideWebp },
    "center-single-column": { avif: ajarCenter, webp: ajarCenterWebp },
  },
  open: {
    "right-double-column": { avif: openWide, webp: openWideWebp },
    "center-single-column": { avif: openCenter, webp: openCenterWebp },
  },
};

interface GatePictureProps {
  variant: LandingVariant;
  /** True if the curtain is wide open. */
  isOpen: boolean;
}

/**
 * The picture behind the landing page's first screen: a curtain, and a wardrobe in its opening
 * (docs/develop/design.md).
 */
export function GatePicture({ variant, isOpen }: GatePictureProps) {
  const opening = isOpen ? "open" : "ajar";
  return (
    <ScreenPicture className="gate-art" wide={widePictures[opening][variant]} tall={tallPictures[opening]} />
  );
}
