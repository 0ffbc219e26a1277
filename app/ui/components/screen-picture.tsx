import { useSavesData, useSite } from "./site";

/** The files of one picture. Browsers without AVIF load the WebP file. */
export interface PictureFiles {
  avif: string;
  webp: string;
}

interface ScreenPictureProps {
  /** The class of the element, which has a background of its own until the picture has loaded. */
  className: string;
  /** The picture for wide windows; undefined if these have the tall picture too. */
  wide: PictureFiles | undefined;
  tall: PictureFiles;
  /** True for a picture below the first screen. */
  isLazy?: boolean;
}

const wideWindow = "(min-width: 60rem)";

/** A picture that fills its section of the page. A page with Save-Data has only the section's background. */
export function ScreenPicture({ className, wide, tall, isLazy = false }: ScreenPictureProps) {
  const { assetUrl } = useSite();
  const savesData = useSavesData();
  if (savesData) return <div className={className} />;
  return (
    <picture className={className}>
      {wide && (
        <>
          <source
            media={wideWindow}
            type="image/avif"
            srcSet={assetUrl(wide.avif)}
            width="1520"
            height="800"
          />
          <source media={wideWindow} srcSet={assetUrl(wide.webp)} width="1520" height="800" />
        </>
      )}
      <source type="image/avif" srcSet={assetUrl(tall.avif)} />
      <img
        src={assetUrl(tall.webp)}
        alt=""
        width="720"
        height="1240"
        {...(isLazy ? { loading: "lazy", decoding: "async" } : { decoding: "sync" })}
      />
    </picture>
  );
}
