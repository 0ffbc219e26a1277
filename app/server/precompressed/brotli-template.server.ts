import { promisify } from "node:util";
import { brotliDecompress, constants, createBrotliCompress } from "node:zlib";
import {
  createBlockCompressor,
  joinWithValues,
  createStreamOptions,
  sum,
  createSampleValues,
  createFillerFactory,
  createUniqueIndexes,
} from "./blocks.server";

const decompress = promisify(brotliDecompress);

/**
 * A text with slots, compressed once for slot values of certain lengths (docs/decisions/precompressed-templates.md).
 * The compressed blocks refer to earlier text by its position, so they are valid for any values of these lengths.
 */
export interface BrotliTemplate {
  /** The compressed text before, between and after the slots, including the slots that repeat an earlier value. */
  blocks: readonly Buffer[];
  /** For each slot, the index of the first slot with the same value. */
  firstSlots: readonly number[];
  /** The total size of `blocks`, in bytes. */
  totalBytes: number;
}

/** The maximum size of a block in bytes, so that its length fits in four nibbles (RFC 7932, section 9.2). */
const maxBlockBytes = 0x10000;
/** The size of the header of an uncompressed block, in bytes. */
const storedBlockHeaderBytes = 3;
/**
 * The binary logarithm of the size of brotli's window, which is 256 KB. Longer pages are not precompressed, because
 * their back references would depend on the position.
 */
const windowBits = 18;
const maxTextBytes = (1 << windowBits) - 16;

/**
 * Precompresses a text with slots. Returns undefined if brotli's format does not allow this, or if the decompressed
 * result differs from the text.
 *
 * @param textParts - the text before, between and after the slots
 * @param valueLengths - the lengths of the slot values, in bytes
 * @param firstSlots - for each slot, the index of the first slot with the same value
 * @param compressParts - compresses the parts as `compressBrotli` does
 */
export async function precompressBrotli(
  textParts: readonly Buffer[],
  valueLengths: readonly number[],
  firstSlots: readonly number[],
  compressParts: typeof compressBrotli,
): Promise<BrotliTemplate | undefined> {
  if (
    computeTextBytes(textParts, valueLengths) > maxTextBytes ||
    valueLengths.some((length) => length > maxBlockBytes)
  )
    return undefined;
  const template = await precompressAndVerify(textParts, valueLengths, firstSlots, compressParts);
  // The first attempt fails if the compressor stores a part of a repeated placeholder instead of referring to the first
  // one. The second attempt treats no value as repeated.
  return (
    template ??
    (await precompressAndVerify(textParts, valueLengths, createUniqueIndexes(valueLengths), compressParts))
  );
}

async function precompressAndVerify(
  textParts: readonly Buffer[],
  valueLengths: readonly number[],
  firstSlots: readonly number[],
  compressParts: typeof compressBrotli,
): Promise<BrotliTemplate | undefined> {
  const blocks = await compressParts(textParts, valueLengths, firstSlots);
  const template = { blocks, firstSlots, totalBytes: sum(blocks.map((block) => block.length)) };
  for (const values of createSampleValues(valueLengths, firstSlots)) {
    const text = await decompress(fillBrotli(template, values)).catch(() => undefined);
    if (!text?.equals(joinWithValues(textParts, values))) return undefined;
  }
  return template;
}

function computeTextBytes(textParts: readonly Buffer[], valueLengths: readonly number[]): number {
  return sum(textParts.map(({ length }) => length)) + sum(valueLengths);
}

/** Compresses the text before, between and after the slots. A repeated value refers to its first slot. */
export async function compressBrotli(
  textParts: readonly Buffer[],
  valueLengths: readonly number[],
  firstSlots: readonly number[],
): Promise<Buffer[]> {
  const brotliParams = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: computeTextBytes(textParts, valueLengths),
    // Switches off context modeling (RFC 7932, section 7.1), by which brotli encodes a byte according to the two bytes
    // before it. Those two bytes may belong to a slot value. A page becomes 1 % larger.
    [constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 1,
  };
  const compressor = createBlockCompressor(
    createBrotliCompress({ params: brotliParams, ...createStreamOptions(constants.BROTLI_OPERATION_FLUSH) }),
  );
  const createFillerBytes = createFillerFactory(textParts);
  const fillers: Buffer[] = [];
  const blocks: Buffer[] = [];
  let pendingText = [...textParts.slice(0, 1)];
  for (const [slot, length] of valueLengths.entries()) {
    const [before, after = Buffer.alloc(0)] = textParts.slice(slot);
    const filler = fillers[firstSlots[slot] ?? slot] ?? createFillerBytes(length, before?.at(-1), after[0]);
    fillers.push(filler);
    if (firstSlots[slot] === slot) {
      blocks.push(await compressor.compressNext(Buffer.concat(pendingText)));
      // Discards the output for the placeholder, because `fillBrotli` writes the slot value uncompressed.
      await compressor.compressNext(filler);
      pendingText = [];
    } else pendingText.push(filler);
    pendingText.push(after);
  }
  blocks.push(await compressor.compressNext(Buffer.concat(pendingText)), await compressor.finish());
  return blocks;
}

/**
 * Returns the whole compressed text.
 *
 * @param values - the slot values; their lengths and repetitions must be those for which the text was precompressed
 */
export function fillBrotli(
  { blocks, firstSlots, totalBytes }: BrotliTemplate,
  values: readonly Buffer[],
): Buffer {
  const storedValues = values.filter((_, slot) => firstSlots[slot] === slot);
  const output = Buffer.allocUnsafe(
    totalBytes + sum(storedValues.map(({ length }) => storedBlockHeaderBytes + length)),
  );
  let offset = 0;
  for (const [index, block] of blocks.entries()) {
    offset += block.copy(output, offset);
    const value = storedValues[index];
    if (!value?.length) continue;
    // Writes the header of an uncompressed block that is not the last one. The header contains the length minus one in
    // four nibbles (RFC 7932, section 9.2).
    offset = output.writeUIntLE(((value.length - 1) << 3) | (1 << 19), offset, storedBlockHeaderBytes);
    offset += value.copy(output, offset);
  }
  return output.subarray(0, offset);
}
