import closedTall from "~/ui/art/gate/closed-tall.avif?url";
import closedTallWebp from "~/ui/art/gate/closed-tall.webp?url";
import closedWide from "~/ui/art/gate/closed-wide.avif?url";
import closedWideWebp from "~/ui/art/gate/closed-wide.webp?url";
import curtainTall from "~/ui/art/gate/curtain-tall.avif?url";
import curtainTallWebp from "~/ui/art/gate/curtain-tall.webp?url";
import curtainWide from "~/ui/art/gate/curtain-wide.avif?url";
import curtainWideWebp from "~/ui/art/gate/curtain-wide.webp?url";
import openTall from "~/ui/art/gate/open-tall.avif?url";
import openTallWebp from "~/ui/art/gate/open-tall.webp?url";
import openWide from "~/ui/art/gate/open-wide.avif?url";
import openWideWebp from "~/ui/art/gate/open-wide.webp?url";
import { ScreenPicture } from "./screen-picture";

const pictures = {
  /** Closed, with a line of light between its leaves. */
  closed: {
    tall: { avif: closedTall, webp: closedTallWebp },
    wide: { avif: closedWide, webp: closedWideWebp },
  },
  /** Open, with the wardrobe behind it. */
  open: {
    tall: { avif: openTall, webp: openTallWebp },
    wide: { avif: openWide, webp: openWideWebp },
  },
  /** Only cloth. */
  whole: {
    tall: { avif: curtainTall, webp: curtainTallWebp },
    wide: { avif: curtainWide, webp: curtainWideWebp },
  },
};

interface CurtainPictureProps {
  curtain: keyof typeof pictures;
  className: string;
}

/**
 * The curtain of the gate behind a page or a section; lazy, so that text comes first (docs/develop/design.md#pictures).
 */
export function CurtainPicture({ curtain, className }: CurtainPictureProps) {
  return <ScreenPicture {...pictures[curtain]} className={className} isLazy />;
}
