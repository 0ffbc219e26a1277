import { crc32, inflateSync } from "node:zlib";
import { create } from "qrcode";
import { beforeAll, describe, expect, it } from "vitest";
import type { QrCodeData } from "./qr-code";
import { createQrCode } from "./qr-code.server";

const text = "https://club.example/registration/formstarted?rc=WELCOME&vt=mi8vq0ab.aBcD-_1234567890";
const quietZone = 4;

let qrCode: QrCodeData;
beforeAll(async () => {
  qrCode = await createQrCode(text);
});

/** Returns the chunks of a PNG file after verifying their checksums. */
function readPngChunks(file: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let offset = 8; offset < file.length;) {
    const length = file.readUInt32BE(offset);
    const chunkEnd = offset + 8 + length;
    expect(file.readUInt32BE(chunkEnd)).toBe(crc32(file.subarray(offset + 4, chunkEnd)));
    chunks.set(file.toString("latin1", offset + 4, offset + 8), file.subarray(offset + 8, chunkEnd));
    offset = chunkEnd + 4;
  }
  return chunks;
}

describe("QR code", () => {
  it("has a quiet zone (blank margin) and enough resolution for print in a PNG file", () => {
    const { modules } = create(text);
    const chunks = readPngChunks(Buffer.from(qrCode.png.replace(/^.*,/, ""), "base64"));
    const header = chunks.get("IHDR") ?? Buffer.alloc(0);
    const pngWidth = header.readUInt32BE(0);
    expect([...header.subarray(4)]).toEqual([...header.subarray(0, 4), 1, 0, 0, 0, 0]);
    expect(pngWidth).toBeGreaterThanOrEqual(1024);

    const sideLength = modules.size + 2 * quietZone;
    const pixelsPerModule = pngWidth / sideLength;
    const lines = inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0));
    const lineLength = 1 + Math.ceil(pngWidth / 8);
    expect(lines.length).toBe(lineLength * pngWidth);
    const isDark = (x: number, y: number) =>
      ((lines[y * lineLength + 1 + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0;
    for (let row = 0; row < sideLength; row += 1)
      for (let column = 0; column < sideLength; column += 1) {
        const [inRow, inColumn] = [row - quietZone, column - quietZone];
        const isInsideCode = [inRow, inColumn].every((position) => position >= 0 && position < modules.size);
        const isModuleDark = isInsideCode && modules.get(inRow, inColumn) === 1;
        for (const offset of [0, pixelsPerModule - 1])
          if (isDark(column * pixelsPerModule + offset, row * pixelsPerModule + offset) !== isModuleDark)
            expect.fail(`row ${row}, column ${column}`);
      }
  });

  it("draws each dark module once, with the same path in the SVG file and on the page", () => {
    const { modules } = create(text);
    const svg = decodeURIComponent(qrCode.svg.replace(/^[^,]*,/, ""));
    expect(svg).toContain(`<path d="${qrCode.path}"/></svg>`);
    expect(svg).toContain('viewBox="-4 -4 ');
    const pathStrokes = [...qrCode.path.matchAll(/M(\d+),(\d+)h(\d+)v1h-(\d+)z/g)];
    expect(pathStrokes.map(([stroke]) => stroke).join("")).toBe(qrCode.path);
    const drawnModules = pathStrokes.flatMap(([, x, y, length]) =>
      Array.from({ length: Number(length) }, (_, index) => `${Number(x) + index},${y ?? ""}`),
    );
    const darkModules = [];
    for (let row = 0; row < modules.size; row += 1)
      for (let column = 0; column < modules.size; column += 1)
        if (modules.get(row, column) === 1) darkModules.push(`${column},${row}`);
    expect(drawnModules).toEqual(darkModules);
  });
});
