import { promisify } from "node:util";
import { constants, crc32, deflateRaw, gunzip } from "node:zlib";
import { filled } from "./frozen-brotli.server";

const deflated = promisify(deflateRaw);
const unzipped = promisify(gunzip);

/**
 * A text with gaps, compressed once for words of any lengths: its pieces are deflated each by itself, and a word between
 * them is a block that is not compressed (RFC 1951, section 3.2.4).
 */
export interface FrozenGzip {
  /** The text before, between and after the gaps: the checksum is made of it. */
  pieces: readonly Buffer[];
  /** Each ends with the head of a stored block, whose length is still to come; the last one ends the text. */
  blocks: readonly Buffer[];
  bytes: number;
}

/** RFC 1952, section 2.3: deflate, no name, no time, as small as it gets, an unknown system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
/** Of a stored block's length, written twice. */
const lengthBytes = 4;
const tailBytes = 8;
const mostWordBytes = 0xffff;
/** A stored block that is not the last one, before its length. */
const storedHead = Buffer.from([0]);

/** Undefined where the result, decompressed, is not the text. */
export async function freezeGzip(pieces: readonly Buffer[]): Promise<FrozenGzip | undefined> {
  const last = pieces.length - 1;
  const blocks = await Promise.all(
    pieces.map(async (piece, index) => {
      if (index === last) return deflated(piece, { level: 9, memLevel: 9 });
      if (piece.length === 0) return storedHead;
      const block = await deflated(piece, { level: 9, memLevel: 9, finishFlush: constants.Z_FULL_FLUSH });
      // A full flush ends with a stored block of nothing.
      return block.subarray(0, -lengthBytes);
    }),
  );
  const bytes = blocks.reduce((total, block) => total + block.length, head.length + tailBytes);
  const frozen = { pieces, blocks, bytes };
  for (const length of [1, 300]) {
    const words = pieces.slice(1).map(() => Buffer.alloc(length, 0xff));
    const thawed = thawGzip(frozen, words);
    const whole = thawed && (await unzipped(thawed).catch(() => undefined));
    if (!whole?.equals(filled(pieces, words))) return undefined;
  }
  return frozen;
}

/** The whole compressed text; undefined for a word that is longer than a stored block. */
export function thawGzip({ pieces, blocks, bytes }: FrozenGzip, words: readonly Buffer[]): Buffer | undefined {
  let size = bytes;
  for (const word of words) {
    if (word.length > mostWordBytes) return undefined;
    size += lengthBytes + word.length;
  }
  const out = Buffer.allocUnsafe(size);
  let at = head.copy(out);
  let checksum = 0;
  let textBytes = 0;
  for (const [index, block] of blocks.entries()) {
    at += block.copy(out, at);
    const piece = pieces[index];
    if (piece) {
      checksum = crc32(piece, checksum);
      textBytes += piece.length;
    }
    const word = words[index];
    if (!word) continue;
    at = out.writeUInt16LE(word.length, at);
    at = out.writeUInt16LE(~word.length & mostWordBytes, at);
    at += word.copy(out, at);
    checksum = crc32(word, checksum);
    textBytes += word.length;
  }
  at = out.writeUInt32LE(checksum, at);
  out.writeUInt32LE(textBytes, at);
  return out;
}
