import { promisify } from "node:util";
import { brotliDecompress, constants, createBrotliCompress } from "node:zlib";
import {
  createBlockCompressor,
  joinWithValues,
  createStreamOptions,
  sum,
  createSampleValues,
  prepareFillers,
  createUniqueIndexes,
} from "./blocks.server";

const decompress = promisify(brotliDecompress);

/**
 * A text with slots, compressed once for slot values of certain lengths (docs/decisions/precompressed-templates.md).
 * The compressed blocks refer to earlier text by its position. They are therefore valid for any values of these
 * lengths.
 */
export interface BrotliTemplate {
  /** The compressed text before, between and after the slots, including the slots that repeat an earlier value. */
  blocks: readonly Buffer[];
  /** For each slot, the index of the first slot with the same value. */
  firstSlots: readonly number[];
  /** The total size of `blocks`, in bytes. */
  bytes: number;
}

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
 * @param firstSlots - for each slot, the index of the first slot with the same value
 * @param compress - compresses the parts as `compressBrotli` does
 */
export async function precompressBrotli(
  parts: readonly Buffer[],
  lengths: readonly number[],
  firstSlots: readonly number[],
  compress: typeof compressBrotli,
): Promise<BrotliTemplate | undefined> {
  if (computeSize(parts, lengths) > maxBytes || lengths.some((length) => length > maxBlockBytes))
    return undefined;
  const template = await precompressChecked(parts, lengths, firstSlots, compress);
  // The first attempt fails if the compressor stores a part of a repeated placeholder instead of referring to the first
  // one. The second attempt treats no value as repeated.
  return template ?? (await precompressChecked(parts, lengths, createUniqueIndexes(lengths), compress));
}

async function precompressChecked(
  parts: readonly Buffer[],
  lengths: readonly number[],
  firstSlots: readonly number[],
  compress: typeof compressBrotli,
): Promise<BrotliTemplate | undefined> {
  const blocks = await compress(parts, lengths, firstSlots);
  const template = { blocks, firstSlots, bytes: sum(blocks.map((block) => block.length)) };
  for (const values of createSampleValues(lengths, firstSlots)) {
    const text = await decompress(fillBrotli(template, values)).catch(() => undefined);
    if (!text?.equals(joinWithValues(parts, values))) return undefined;
  }
  return template;
}

function computeSize(parts: readonly Buffer[], lengths: readonly number[]): number {
  return sum(parts.map(({ length }) => length)) + sum(lengths);
}

/** Compresses the text before, between and after the slots. A repeated value refers to its first slot. */
export async function compressBrotli(
  parts: readonly Buffer[],
  lengths: readonly number[],
  firstSlots: readonly number[],
): Promise<Buffer[]> {
  const brotliParams = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: computeSize(parts, lengths),
    // Switches off context modeling, by which brotli encodes a byte according to the two bytes before it (RFC 7932,
    // section 7.1): these may belong to a slot value. A page becomes 1 % larger.
    [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1,
  };
  const compressor = createBlockCompressor(
    createBrotliCompress({ params: brotliParams, ...createStreamOptions(constants.BROTLI_OPERATION_FLUSH) }),
  );
  const createFillerBytes = prepareFillers(parts);
  const fillers: Buffer[] = [];
  const blocks: Buffer[] = [];
  let text = [...parts.slice(0, 1)];
  for (const [slot, length] of lengths.entries()) {
    const [before, after = Buffer.alloc(0)] = parts.slice(slot);
    const filler = fillers[firstSlots[slot] ?? slot] ?? createFillerBytes(length, before?.at(-1), after[0]);
    fillers.push(filler);
    if (firstSlots[slot] === slot) {
      blocks.push(await compressor.next(Buffer.concat(text)));
      // Discards the output for the placeholder, because `fillBrotli` writes the slot value uncompressed.
      await compressor.next(filler);
      text = [];
    } else text.push(filler);
    text.push(after);
  }
  blocks.push(await compressor.next(Buffer.concat(text)), await compressor.finish());
  return blocks;
}

/**
 * Returns the whole compressed text.
 *
 * @param values - the slot values; their lengths and repetitions must be those for which the text was precompressed
 */
export function fillBrotli({ blocks, firstSlots, bytes }: BrotliTemplate, values: readonly Buffer[]): Buffer {
  const storedValues = values.filter((_, slot) => firstSlots[slot] === slot);
  const output = Buffer.allocUnsafe(bytes + sum(storedValues.map(({ length }) => headBytes + length)));
  let offset = 0;
  for (const [index, block] of blocks.entries()) {
    offset += block.copy(output, offset);
    const value = storedValues[index];
    if (!value?.length) continue;
    // Writes the header of an uncompressed block that is not the last one. The header contains the length minus one in
    // four nibbles (RFC 7932, section 9.2).
    offset = output.writeUIntLE(((value.length - 1) << 3) | (1 << 19), offset, headBytes);
    offset += value.copy(output, offset);
  }
  return output.subarray(0, offset);
}
