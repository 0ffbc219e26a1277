import { useSite } from "./site";

/** A QR code (ISO/IEC 18004) to show and to download. */
export interface QrCodeData {
  /** The number of modules (squares) per side, without the quiet zone. */
  size: number;
  /** The dark modules as an SVG path, one unit per module. */
  path: string;
  /** The code as files to download: `data:` URLs, so that no server stores the files. */
  svg: string;
  png: string;
}

interface QrCodeProps {
  code: QrCodeData;
  /** The file name without its extension. */
  fileName: string;
}

/** The QR code, with links that download it. */
export function QrCode(props: QrCodeProps) {
  return (
    <figure className="qr">
      <QrPicture code={props.code} />
      <figcaption className="qr-files row">
        <QrFiles {...props} />
      </figcaption>
    </figure>
  );
}

/** The QR code as an SVG. It is dark on light in every color scheme, since scanners require that. */
export function QrPicture({ code: qrCode }: { code: QrCodeData }) {
  const { t } = useSite();
  const totalSize = qrCode.size + 8;
  return (
    <svg
      className="qr-picture"
      viewBox={`-4 -4 ${totalSize} ${totalSize}`}
      role="img"
      aria-label={t("sharing:qr.label")}
      shapeRendering="crispEdges"
    >
      <rect x="-4" y="-4" width={totalSize} height={totalSize} fill="#fff" />
      <path d={qrCode.path} fill="#000" />
    </svg>
  );
}

/** Links that download the QR code as SVG and PNG. */
export function QrFiles({ code: qrCode, fileName }: QrCodeProps) {
  const { t } = useSite();
  return (
    <>
      <a href={qrCode.svg} download={`${fileName}.svg`}>
        {t("sharing:qr.svg")}
      </a>{" "}
      <a href={qrCode.png} download={`${fileName}.png`}>
        {t("sharing:qr.png")}
      </a>
    </>
  );
}
