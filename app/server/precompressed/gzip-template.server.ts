import { promisify } from "node:util";
import { constants, crc32, createDeflateRaw, gunzip } from "node:zlib";
import {
  createBlockCompressor,
  joinWithValues,
  createStreamOptions,
  sum,
  createSampleValues,
  createFillerFactory,
  createUniqueIndexes,
} from "./blocks.server";

const unzip = promisify(gunzip);

/**
 * The gzip counterpart of `brotli-template.server.ts`. Each slot value is a stored (uncompressed) block (RFC 1951,
 * section 3.2.4). The compressed blocks refer only to text outside the slots.
 */
export interface GzipTemplate {
  /** The text before, between and after the slots, for gzip's checksum. */
  textParts: readonly Buffer[];
  /**
   * The compressed text before, between and after the slots. Each block but the last ends with the header of the next
   * slot value's stored block, but without the length field.
   */
  blocks: readonly Buffer[];
  /** The size of the compressed page without its slot values, in bytes. */
  totalBytes: number;
}

/** The gzip header (RFC 1952, section 2.3): deflate, no name, no time, best compression, unknown system. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
const gzipTrailerBytes = 8;
/** The size of a stored block's length field in bytes. The field contains the length twice. */
const lengthFieldBytes = 4;
const maxStoredBlockBytes = 0xffff;
/** The header of a slot value's stored block if there is no text between this value and the previous one. */
const storedBlockHead = Buffer.from([0]);

/**
 * Precompresses a text with slots. Returns undefined if a slot's value is longer than a block of gzip may be, or if
 * the decompressed result differs from the text.
 *
 * @param textParts - the text before, between and after the slots
 * @param valueLengths - the lengths of the slot values, in bytes
 * @param compressParts - compresses the parts as `compressGzip` does
 */
export async function precompressGzip(
  textParts: readonly Buffer[],
  valueLengths: readonly number[],
  compressParts: typeof compressGzip,
): Promise<GzipTemplate | undefined> {
  if (valueLengths.some((length) => length > maxStoredBlockBytes)) return undefined;
  const blocks = await compressParts(textParts, valueLengths);
  const totalBytes = gzipHeader.length + sum(blocks.map(({ length }) => length)) + gzipTrailerBytes;
  const template = { textParts, blocks, totalBytes };
  for (const values of createSampleValues(valueLengths, createUniqueIndexes(valueLengths))) {
    const text = await unzip(fillGzip(template, values)).catch(() => undefined);
    if (!text?.equals(joinWithValues(textParts, values))) return undefined;
  }
  return template;
}

/**
 * Compresses the text before, between and after the slots. Each compressed block includes the header of the stored
 * block after it.
 */
export async function compressGzip(
  textParts: readonly Buffer[],
  valueLengths: readonly number[],
): Promise<Buffer[]> {
  const compressor = createBlockCompressor(
    createDeflateRaw({ level: 9, memLevel: 9, ...createStreamOptions(constants.Z_SYNC_FLUSH) }),
  );
  const createFillerBytes = createFillerFactory(textParts);
  const blocks: Buffer[] = [];
  for (const [index, part] of textParts.entries()) {
    const length = valueLengths[index - 1];
    // Compresses a placeholder for the slot value and discards the output. Each page contains its own slot value at
    // this position, in an uncompressed block.
    if (length !== undefined)
      await compressor.compressNext(createFillerBytes(length, textParts[index - 1]?.at(-1), part[0]));
    const block = await compressor.compressNext(part);
    // The flush (Z_SYNC_FLUSH) ends the output with an empty stored block. The header of this empty block becomes the
    // header of the slot value's block, so the length of the empty block is cut off.
    if (index === textParts.length - 1) blocks.push(Buffer.concat([block, await compressor.finish()]));
    else blocks.push(block.length === 0 ? storedBlockHead : block.subarray(0, -lengthFieldBytes));
  }
  return blocks;
}

/**
 * Returns the whole compressed text.
 *
 * @param values - the slot values, with the lengths for which the text was precompressed
 */
export function fillGzip({ textParts, blocks, totalBytes }: GzipTemplate, values: readonly Buffer[]): Buffer {
  const output = Buffer.allocUnsafe(totalBytes + sum(values.map(({ length }) => lengthFieldBytes + length)));
  let offset = gzipHeader.copy(output);
  let checksum = 0;
  for (const [index, block] of blocks.entries()) {
    offset += block.copy(output, offset);
    checksum = crc32(textParts[index] ?? "", checksum);
    const value = values[index];
    if (!value) continue;
    offset = output.writeUInt16LE(value.length, offset);
    offset = output.writeUInt16LE(~value.length & maxStoredBlockBytes, offset);
    offset += value.copy(output, offset);
    checksum = crc32(value, checksum);
  }
  offset = output.writeUInt32LE(checksum, offset);
  output.writeUInt32LE(sum([...textParts, ...values].map(({ length }) => length)), offset);
  return output;
}
