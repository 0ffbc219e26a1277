import { create, toBuffer, toString } from "qrcode";

/** A QR code (ISO/IEC 18004) as a page shows it and hands it out. */
export interface QrCodeData {
  /** Modules a side, without the quiet zone. */
  size: number;
  /** The dark modules as an SVG path, one unit each. */
  path: string;
  /** The same as files to download, in `data:` addresses: they are stored nowhere. */
  svg: string;
  png: string;
}

/** Light modules that a reader needs around the code. */
const margin = 4;
/** Of the picture to download, in pixels: sharp on a printed card. */
const width = 1024;

/** Draws the QR code of a link. @throws for a text beyond 2,900 bytes, which no QR code holds */
export async function qrCodeOf(text: string): Promise<QrCodeData> {
  const { modules } = create(text);
  const [svg, png] = await Promise.all([
    toString(text, { type: "svg", margin }),
    toBuffer(text, { type: "png", margin, width }),
  ]);
  return {
    size: modules.size,
    path: pathOf(modules.size, (row, column) => modules.get(row, column) === 1),
    svg: `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`,
    png: `data:image/png;base64,${png.toString("base64")}`,
  };
}

function pathOf(size: number, isDark: (row: number, column: number) => boolean): string {
  const every = Array.from({ length: size }, (_, index) => index);
  const rows = every.map((row) =>
    every.map((column) => (isDark(row, column) ? `M${column} ${row}h1v1h-1z` : "")).join(""),
  );
  return rows.join("");
}
