import { create } from "qrcode";
import type { QrCodeData } from "~/components/qr-code";
import { bilevelPng } from "./qr-png.server";

/** Light modules that a reader needs around the code. */
const margin = 4;
/** Of the picture to download, in pixels, at the least: sharp on a printed card. */
const width = 1024;

/** Draws the QR code of a link. @throws for a text beyond 2,300 bytes, which no QR code holds */
export async function qrCodeOf(text: string): Promise<QrCodeData> {
  const { modules } = create(text);
  const { size } = modules;
  const isDark = (row: number, column: number) => modules.get(row, column) === 1;
  const whole = size + 2 * margin;
  const path = pathOf(size, isDark);
  const start =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-${margin} -${margin} ${whole} ${whole}" width="${width}" ` +
    `height="${width}" shape-rendering="crispEdges"><path fill="#fff" d="M-${margin}-${margin}h${whole}v${whole}` +
    `h-${whole}z"/><path d="`;
  const png = await bilevelPng(whole, Math.ceil(width / whole / 8), (row, column) => {
    const [at, across] = [row - margin, column - margin];
    return at >= 0 && across >= 0 && at < size && across < size && isDark(at, across);
  });
  return {
    size,
    path,
    // Nothing in a path needs to be encoded.
    svg: `data:image/svg+xml,${encodeURIComponent(start)}${path}${encodeURIComponent('"/></svg>')}`,
    png: `data:image/png;base64,${png.toString("base64")}`,
  };
}

/** One stroke for dark modules that touch: half as long as one for each. */
function pathOf(size: number, isDark: (row: number, column: number) => boolean): string {
  const strokes: string[] = [];
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const start = column;
      while (column < size && isDark(row, column)) column += 1;
      if (column > start) strokes.push(`M${start},${row}h${column - start}v1h${start - column}z`);
    }
  return strokes.join("");
}
