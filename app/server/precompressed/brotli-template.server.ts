import { promisify } from "node:util";
import { brotliDecompress, constants, createBrotliCompress } from "node:zlib";
import { blocksOf, fillGaps, flushing, sum, tryWords, fillers } from "./blocks.server";

const decompressed = promisify(brotliDecompress);

/**
 * A text with gaps, compressed once for words of certain lengths (docs/decisions/precompressed-templates.md). The blocks that
 * are kept say of the text before them where it stands and never what it says in a gap, so that they hold for any words
 * of these lengths.
 */
export interface BrotliTemplate {
  /** The compressed text before, between and after the gaps, less what `ends` holds. */
  blocks: readonly Buffer[];
  /** The two bytes of the text after each gap: what follows is written by the two bytes before it (RFC 7932, section 7.1). */
  ends: readonly Buffer[];
  /** Of blocks and ends together. */
  bytes: number;
}

const endBytes = 2;
/** Of a block whose length is written in four nibbles (RFC 7932, section 9.2). */
const maxBlockBytes = 0x10000;
/** Of the head of a block that is not compressed. */
const headBytes = 3;
/** A window of 256 KB: what a longer page may look back to would depend on where it stands. */
const windowBits = 18;
const maxBytes = (1 << windowBits) - 16;

/**
 * Undefined where the format does not allow it, or where the result, decompressed, is not the text.
 *
 * @param pieces the text before, between and after the gaps
 * @param lengths of the words in the gaps, in bytes
 * @param compress - compresses the pieces as `compressBrotli` does
 */
export async function precompressBrotli(
  pieces: readonly Buffer[],
  lengths: readonly number[],
  compress: typeof compressBrotli = compressBrotli,
): Promise<BrotliTemplate | undefined> {
  const size = sizeOf(pieces, lengths);
  const isShort = pieces.slice(1).some(({ length }) => length < endBytes);
  if (isShort || size > maxBytes || lengths.some((length) => length > maxBlockBytes - endBytes))
    return undefined;
  const blocks = await compress(pieces, lengths);
  const ends = pieces.slice(1).map((piece) => piece.subarray(0, endBytes));
  const template = { blocks, ends, bytes: sum([...blocks, ...ends].map((block) => block.length)) };
  for (const words of tryWords(lengths)) {
    const whole = await decompressed(fillBrotli(template, words)).catch(() => undefined);
    if (!whole?.equals(fillGaps(pieces, words))) return undefined;
  }
  return template;
}

function sizeOf(pieces: readonly Buffer[], lengths: readonly number[]): number {
  return sum(pieces.map(({ length }) => length)) + sum(lengths);
}

/** Compresses the text before, between and after the gaps, without the two bytes after each gap. */
export async function compressBrotli(
  pieces: readonly Buffer[],
  lengths: readonly number[],
): Promise<Buffer[]> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: sizeOf(pieces, lengths),
  };
  const compressor = blocksOf(
    createBrotliCompress({ params, ...flushing(constants.BROTLI_OPERATION_FLUSH) }),
  );
  const fill = fillers(pieces);
  const blocks: Buffer[] = [];
  for (const [index, piece] of pieces.entries()) {
    const length = lengths[index - 1];
    if (length !== undefined) {
      const end = piece.subarray(0, endBytes);
      // What comes of both is thrown away. Apart, since two bytes are never looked for in the text before them.
      await compressor.next(fill(length, pieces[index - 1]?.at(-1), end[0]));
      await compressor.next(end);
    }
    blocks.push(await compressor.next(index === 0 ? piece : piece.subarray(endBytes)));
  }
  blocks.push(await compressor.last());
  return blocks;
}

/** The whole compressed text. @param words of the lengths that it was precompressed for */
export function fillBrotli({ blocks, ends, bytes }: BrotliTemplate, words: readonly Buffer[]): Buffer {
  const out = Buffer.allocUnsafe(bytes + sum(words.map(({ length }) => headBytes + length)));
  let at = 0;
  for (const [index, block] of blocks.entries()) {
    at += block.copy(out, at);
    const word = words[index];
    const end = ends[index];
    if (!word || !end) continue;
    // Not the last block, its length less one in four nibbles, not compressed (RFC 7932, section 9.2).
    at = out.writeUIntLE(((word.length + end.length - 1) << 3) | (1 << 19), at, headBytes);
    at += word.copy(out, at);
    at += end.copy(out, at);
  }
  return out;
}
