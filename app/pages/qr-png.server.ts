import { promisify } from "node:util";
import { crc32, deflate } from "node:zlib";

const compress = promisify(deflate);

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * A square of dark and light fields as a PNG file of one bit a pixel, white being 1 (PNG, third edition, sections 5 and
 * 11): a hundredth of the time that the same picture takes in colours.
 *
 * @param bytes of eight pixels, for a field's side
 */
export async function bilevelPng(
  side: number,
  bytes: number,
  isDark: (row: number, column: number) => boolean,
): Promise<Buffer> {
  const pixels = side * bytes * 8;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  header.writeUInt8(1, 8);
  const lines: Buffer[] = [];
  for (let row = 0; row < side; row += 1) {
    // The first byte says that the others are as they are.
    const line = Buffer.alloc(1 + side * bytes);
    for (let column = 0; column < side; column += 1)
      if (!isDark(row, column)) line.fill(0xff, 1 + column * bytes, 1 + (column + 1) * bytes);
    for (let copy = 0; copy < bytes * 8; copy += 1) lines.push(line);
  }
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", await compress(Buffer.concat(lines))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(content.length + 8);
  whole.writeUInt32BE(data.length, 0);
  content.copy(whole, 4);
  whole.writeUInt32BE(crc32(content), content.length + 4);
  return whole;
}
