import { promisify } from "node:util";
import { constants, crc32, createDeflateRaw, gunzip } from "node:zlib";
import { blocksOf, fillGaps, flushing, sum, tryWords, fillers } from "./blocks.server";

const unzipped = promisify(gunzip);

/**
 * The same as `brotli-template.server.ts` for gzip: a word is a block that is not compressed (RFC 1951, section 3.2.4), and the blocks
 * around it look back past it.
 */
export interface GzipTemplate {
  /** The text before, between and after the gaps: the checksum is made of it. */
  pieces: readonly Buffer[];
  /** Each ends with the head of a stored block, whose length is still to come; the last one ends the text. */
  blocks: readonly Buffer[];
  /** Of the blocks, and of all around them but the words. */
  bytes: number;
}

/** RFC 1952, section 2.3: deflate, no name, no time, as small as it gets, an unknown system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
const tailBytes = 8;
/** Of a stored block's length, which is written twice. */
const lengthBytes = 4;
const maxBlockBytes = 0xffff;
/** Of a stored block that is not the last one, where the text before it has none. */
const storedHead = Buffer.from([0]);

/**
 * Undefined where the format does not allow it, or where the result, decompressed, is not the text.
 *
 * @param pieces the text before, between and after the gaps
 * @param lengths of the words in the gaps, in bytes
 * @param compress - compresses the pieces as `compressGzip` does
 */
export async function precompressGzip(
  pieces: readonly Buffer[],
  lengths: readonly number[],
  compress: typeof compressGzip = compressGzip,
): Promise<GzipTemplate | undefined> {
  if (lengths.some((length) => length > maxBlockBytes)) return undefined;
  const blocks = await compress(pieces, lengths);
  const bytes = head.length + sum(blocks.map(({ length }) => length)) + tailBytes;
  const template = { pieces, blocks, bytes };
  for (const words of tryWords(lengths)) {
    const whole = await unzipped(fillGzip(template, words)).catch(() => undefined);
    if (!whole?.equals(fillGaps(pieces, words))) return undefined;
  }
  return template;
}

/** Compresses the text before, between and after the gaps, each block with the head of the stored block behind it. */
export async function compressGzip(pieces: readonly Buffer[], lengths: readonly number[]): Promise<Buffer[]> {
  const compressor = blocksOf(
    createDeflateRaw({ level: 9, memLevel: 9, ...flushing(constants.Z_SYNC_FLUSH) }),
  );
  const fill = fillers(pieces);
  const blocks: Buffer[] = [];
  for (const [index, piece] of pieces.entries()) {
    const length = lengths[index - 1];
    // What comes of it is thrown away.
    if (length !== undefined) await compressor.next(fill(length, pieces[index - 1]?.at(-1), piece[0]));
    const block = await compressor.next(piece);
    // A flush ends with a stored block of nothing.
    if (index === pieces.length - 1) blocks.push(Buffer.concat([block, await compressor.last()]));
    else blocks.push(block.length === 0 ? storedHead : block.subarray(0, -lengthBytes));
  }
  return blocks;
}

/** The whole compressed text. @param words of the lengths that it was precompressed for */
export function fillGzip({ pieces, blocks, bytes }: GzipTemplate, words: readonly Buffer[]): Buffer {
  const out = Buffer.allocUnsafe(bytes + sum(words.map(({ length }) => lengthBytes + length)));
  let at = head.copy(out);
  let checksum = 0;
  for (const [index, block] of blocks.entries()) {
    at += block.copy(out, at);
    checksum = crc32(pieces[index] ?? "", checksum);
    const word = words[index];
    if (!word) continue;
    at = out.writeUInt16LE(word.length, at);
    at = out.writeUInt16LE(~word.length & maxBlockBytes, at);
    at += word.copy(out, at);
    checksum = crc32(word, checksum);
  }
  at = out.writeUInt32LE(checksum, at);
  out.writeUInt32LE(sum([...pieces, ...words].map(({ length }) => length)), at);
  return out;
}
