import { create } from "qrcode";
import type { QrCodeData } from "./qr-code";
import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";

const deflateAsync = promisify(deflate);

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Encodes a square of dark and light modules as a PNG file with one bit per pixel, 1 for white (PNG, third edition,
 * sections 5 and 11). A color file would take a hundred times as long.
 *
 * @param bytesPerModule - the width of a module in bytes; a byte has eight pixels
 */
async function encodeBilevelPng(
  sideLength: number,
  bytesPerModule: number,
  isDark: (row: number, column: number) => boolean,
): Promise<Buffer> {
  const widthPixels = sideLength * bytesPerModule * 8;
  const ihdr = Buffer.alloc(13);
  ihdr.writeUInt32BE(widthPixels, 0);
  ihdr.writeUInt32BE(widthPixels, 4);
  ihdr.writeUInt8(1, 8);
  const lines: Buffer[] = [];
  for (let row = 0; row < sideLength; row += 1) {
    // The first byte of each line selects the PNG filter "none".
    const line = Buffer.alloc(1 + sideLength * bytesPerModule);
    for (let column = 0; column < sideLength; column += 1)
      if (!isDark(row, column))
        line.fill(0xff, 1 + column * bytesPerModule, 1 + (column + 1) * bytesPerModule);
    for (let repetition = 0; repetition < bytesPerModule * 8; repetition += 1) lines.push(line);
  }
  return Buffer.concat([
    pngSignature,
    createPngChunk("IHDR", ihdr),
    createPngChunk("IDAT", await deflateAsync(Buffer.concat(lines))),
    createPngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function createPngChunk(chunkType: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(chunkType, "latin1"), data]);
  const chunkBytes = Buffer.alloc(content.length + 8);
  chunkBytes.writeUInt32BE(data.length, 0);
  content.copy(chunkBytes, 4);
  chunkBytes.writeUInt32BE(crc32(content), content.length + 4);
  return chunkBytes;
}

/** The width of the quiet zone (margin) around the QR code, in modules. */
const quietZoneModules = 4;
/** The minimum width of the downloaded picture, in pixels, so that it is sharp on a printed card. */
const pictureWidthPixels = 1024;

/**
 * Creates the QR code of a link.
 *
 * @throws an error for a text of more than 2,300 bytes, which no QR code can contain
 */
export async function createQrCode(text: string): Promise<QrCodeData> {
  const { modules } = create(text);
  const { size } = modules;
  const isDark = (row: number, column: number) => modules.get(row, column) === 1;
  const totalModules = size + 2 * quietZoneModules;
  const path = createSvgPath(size, isDark);
  const svgStart =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-${quietZoneModules} -${quietZoneModules} ${totalModules} ${totalModules}" width="${pictureWidthPixels}" ` +
    `height="${pictureWidthPixels}" shape-rendering="crispEdges"><path fill="#fff" d="M-${quietZoneModules}-${quietZoneModules}h${totalModules}v${totalModules}` +
    `h-${totalModules}z"/><path d="`;
  const png = await encodeBilevelPng(
    totalModules,
    Math.ceil(pictureWidthPixels / totalModules / 8),
    (row, column) => {
      const [at, across] = [row - quietZoneModules, column - quietZoneModules];
      return at >= 0 && across >= 0 && at < size && across < size && isDark(at, across);
    },
  );
  return {
    size,
    path,
    // The SVG path is not encoded, because a data URL may contain all characters of the path.
    svg: `data:image/svg+xml,${encodeURIComponent(svgStart)}${path}${encodeURIComponent('"/></svg>')}`,
    png: `data:image/png;base64,${png.toString("base64")}`,
  };
}

/**
 * Returns the SVG path of the dark modules. Adjacent modules of a row are one shape, so the path is half as long as
 * with one shape for each module.
 */
function createSvgPath(size: number, isDark: (row: number, column: number) => boolean): string {
  const pathSegments: string[] = [];
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const startColumn = column;
      while (column < size && isDark(row, column)) column += 1;
      if (column > startColumn)
        pathSegments.push(`M${startColumn},${row}h${column - startColumn}v1h${startColumn - column}z`);
    }
  return pathSegments.join("");
}
