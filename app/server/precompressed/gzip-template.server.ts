import { promisify } from "node:util";
import { constants, crc32, createDeflateRaw, gunzip } from "node:zlib";
import { blocksOf, fillGaps, flushing, sum, sampleValues, fillers } from "./blocks.server";

const unzipped = promisify(gunzip);

/**
 * The gzip counterpart of `brotli-template.server.ts`: a word is a stored block (RFC 1951, section 3.2.4), and the
 * blocks around it refer to text before it.
 */
export interface GzipTemplate {
  /** The text before, between and after the gaps, for the checksum. */
  pieces: readonly Buffer[];
  /** Each block ends with the header of a stored block without its length; the last one ends the text. */
  blocks: readonly Buffer[];
  /** The size of everything but the words. */
  bytes: number;
}

/** RFC 1952, section 2.3: deflate, no name, no time, best compression, unknown system. */
const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
const tailBytes = 8;
/** The size of a stored block's length, which is written twice. */
const lengthBytes = 4;
const maxBlockBytes = 0xffff;
/** The header of a stored block that follows an empty text. */
const storedHead = Buffer.from([0]);

/**
 * Precompresses a text with gaps. Returns undefined if the format does not allow it, or if the decompressed result
 * differs from the text.
 *
 * @param pieces - the text before, between and after the gaps
 * @param lengths - the lengths of the words in the gaps, in bytes
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
  for (const words of sampleValues(lengths)) {
    const whole = await unzipped(fillGzip(template, words)).catch(() => undefined);
    if (!whole?.equals(fillGaps(pieces, words))) return undefined;
  }
  return template;
}

/**
 * Compresses the text before, between and after the gaps. Each block includes the header of the stored block after it.
 */
export async function compressGzip(pieces: readonly Buffer[], lengths: readonly number[]): Promise<Buffer[]> {
  const compressor = blocksOf(
    createDeflateRaw({ level: 9, memLevel: 9, ...flushing(constants.Z_SYNC_FLUSH) }),
  );
  const fill = fillers(pieces);
  const blocks: Buffer[] = [];
  for (const [index, piece] of pieces.entries()) {
    const length = lengths[index - 1];
    // This output is discarded.
    if (length !== undefined) await compressor.next(fill(length, pieces[index - 1]?.at(-1), piece[0]));
    const block = await compressor.next(piece);
    // A flush ends with an empty stored block.
    if (index === pieces.length - 1) blocks.push(Buffer.concat([block, await compressor.last()]));
    else blocks.push(block.length === 0 ? storedHead : block.subarray(0, -lengthBytes));
  }
  return blocks;
}

/**
 * Returns the whole compressed text.
 *
 * @param words - words of the lengths that it was precompressed for
 */
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
