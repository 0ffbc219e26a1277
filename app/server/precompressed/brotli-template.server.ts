import { promisify } from "node:util";
import { brotliDecompress, constants, createBrotliCompress } from "node:zlib";
import {
  createBlocks,
  fillGaps,
  createFlushOptions,
  sum,
  createSampleValues,
  createFiller,
} from "./blocks.server";

const decompress = promisify(brotliDecompress);

/**
 * A text with slots, compressed once for slot values of certain lengths (docs/decisions/precompressed-templates.md).
 * The compressed blocks refer to earlier text by its position but never to the content of a slot. They are therefore
 * valid for any values of these lengths.
 */
export interface BrotliTemplate {
  /** The compressed text before, between and after the slots, without the bytes in `ends`. */
  blocks: readonly Buffer[];
  /**
   * The two bytes of text after each slot, stored uncompressed. Brotli encodes a byte according to the two bytes before
   * it (RFC 7932, section 7.1). The encoding of a compressed byte thus never depends on a slot value.
   */
  ends: readonly Buffer[];
  /** The total size of `blocks` and `ends`, in bytes. */
  bytes: number;
}

const endBytes = 2;
/** The maximum size of a block in bytes, so that its length fits in four nibbles (RFC 7932, section 9.2). */
const maxBlockBytes = 0x10000;
/** The size of the header of an uncompressed block, in bytes. */
const headBytes = 3;
/**
 * The binary logarithm of the size of brotli's window, which is 256 KB. Longer pages are not precompressed, because
 * their back references would depend on the position.
 */
const windowBits = 18;
const maxBytes = (1 << windowBits) - 16;

/**
 * Precompresses a text with slots. Returns undefined if brotli's format does not allow it, or if the decompressed
 * result differs from the text.
 *
 * @param parts - the text before, between and after the slots
 * @param lengths - the lengths of the slot values, in bytes
 * @param compress - compresses the parts as `compressBrotli` does
 */
export async function precompressBrotli(
  parts: readonly Buffer[],
  lengths: readonly number[],
  compress: typeof compressBrotli = compressBrotli,
): Promise<BrotliTemplate | undefined> {
  const size = sizeOf(parts, lengths);
  const isShort = parts.slice(1).some(({ length }) => length < endBytes);
  if (isShort || size > maxBytes || lengths.some((length) => length > maxBlockBytes - endBytes))
    return undefined;
  const blocks = await compress(parts, lengths);
  const ends = parts.slice(1).map((part) => part.subarray(0, endBytes));
  const template = { blocks, ends, bytes: sum([...blocks, ...ends].map((block) => block.length)) };
  for (const values of createSampleValues(lengths)) {
    const text = await decompress(fillBrotli(template, values)).catch(() => undefined);
    if (!text?.equals(fillGaps(parts, values))) return undefined;
  }
  return template;
}

function sizeOf(parts: readonly Buffer[], lengths: readonly number[]): number {
  return sum(parts.map(({ length }) => length)) + sum(lengths);
}

/** Compresses the text before, between and after the slots, without the two bytes after each slot. */
export async function compressBrotli(
  parts: readonly Buffer[],
  lengths: readonly number[],
): Promise<Buffer[]> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: sizeOf(parts, lengths),
  };
  const compressor = createBlocks(
    createBrotliCompress({ params, ...createFlushOptions(constants.BROTLI_OPERATION_FLUSH) }),
  );
  const fill = createFiller(parts);
  const blocks: Buffer[] = [];
  for (const [index, part] of parts.entries()) {
    const length = lengths[index - 1];
    if (length !== undefined) {
      const end = part.subarray(0, endBytes);
      // Discards the output for the placeholder and the two bytes after it, because `fillBrotli` writes the slot value
      // and these two bytes uncompressed. They are a separate write, because two bytes are too few for a match.
      await compressor.next(fill(length, parts[index - 1]?.at(-1), end[0]));
      await compressor.next(end);
    }
    blocks.push(await compressor.next(index === 0 ? part : part.subarray(endBytes)));
  }
  blocks.push(await compressor.last());
  return blocks;
}

/**
 * Returns the whole compressed text.
 *
 * @param values - the slot values, with the lengths for which the text was precompressed
 */
export function fillBrotli({ blocks, ends, bytes }: BrotliTemplate, values: readonly Buffer[]): Buffer {
  const out = Buffer.allocUnsafe(bytes + sum(values.map(({ length }) => headBytes + length)));
  let offset = 0;
  for (const [index, block] of blocks.entries()) {
    offset += block.copy(out, offset);
    const value = values[index];
    const end = ends[index];
    if (!value || !end) continue;
    // The header of an uncompressed block that is not the last. It contains the length minus one in four nibbles (RFC
    // 7932, section 9.2).
    offset = out.writeUIntLE(((value.length + end.length - 1) << 3) | (1 << 19), offset, headBytes);
    offset += value.copy(out, offset);
    offset += end.copy(out, offset);
  }
  return out;
}
