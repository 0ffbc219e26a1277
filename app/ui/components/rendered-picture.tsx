import type { PictureFiles } from "./screen-picture";
import { useSavesData, useSite } from "./site";

interface RenderedPictureProps {
  files: PictureFiles;
  /** The size of the files in pixels. */
  width: number;
  height: number;
  /** Empty if the text next to the picture names its subject. */
  alt?: string;
  /** True if the browser loads the picture only when it comes near the window. */
  isLazy?: boolean;
}

/** A picture from scripts/pictures. With Save-Data, a picture that would load lazily is left out. */
export function RenderedPicture({ files, width, height, alt = "", isLazy = false }: RenderedPictureProps) {
  const { assetUrl } = useSite();
  const savesData = useSavesData();
  if (isLazy && savesData) return undefined;
  return (
    <picture>
      <source type="image/avif" srcSet={assetUrl(files.avif)} />
      <img
        src={assetUrl(files.webp)}
        alt={alt}
        loading={isLazy ? "lazy" : undefined}
        decoding="async"
        width={width}
        height={height}
      />
    </picture>
  );
}
