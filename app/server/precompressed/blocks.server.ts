import { buffer } from "node:stream/consumers";
import type { BrotliCompress, DeflateRaw } from "node:zlib";

/** Compresses a text part by part. */
interface BlockCompressor {
  /** Compresses these bytes and returns the compressed output, which ends on a byte boundary. */
  compressNext(bytes: Buffer): Promise<Buffer>;
  /** Ends the text and returns the rest of the compressed output. */
  finish(): Promise<Buffer>;
}

/**
 * The size of the compressor's output buffer in bytes. It is larger than any precompressed text, so that the compressor
 * never pauses because its output is full.
 */
const outputBufferBytes = 1024 * 1024;

/**
 * Returns options that make a compressor flush with each write, which `createBlockCompressor` requires. Each flush
 * waits for a turn of the event loop. A busy process has long turns and a page has many parts, so
 * compress-blocks.server.ts uses a worker thread.
 *
 * @param flush - zlib's constant for a flush
 */
export function createStreamOptions(flush: number): { flush: number; readableHighWaterMark: number } {
  return { flush, readableHighWaterMark: outputBufferBytes };
}

/** @param stream - a compressor with the options of `createStreamOptions` */
export function createBlockCompressor(stream: BrotliCompress | DeflateRaw): BlockCompressor {
  return {
    compressNext(bytes) {
      if (bytes.length === 0) return Promise.resolve(bytes);
      return new Promise((resolve, reject) => {
        stream.write(bytes, (error) => {
          const chunk: unknown = stream.read();
          if (error) reject(error);
          else resolve(Buffer.isBuffer(chunk) ? chunk : Buffer.alloc(0));
        });
      });
    },
    async finish() {
      stream.end();
      return buffer(stream);
    },
  };
}

/**
 * Returns the text with the values in its slots.
 *
 * @param textParts - the text before, between and after the slots
 */
export function joinWithValues(textParts: readonly Buffer[], values: readonly Buffer[]): Buffer {
  return Buffer.concat(textParts.flatMap((part, index) => [part, values[index] ?? Buffer.alloc(0)]));
}

/**
 * Returns two sets of sample values with these lengths, which fill the slots when the compressed result is checked.
 *
 * @param firstSlots - for each slot, the index of the first slot with the same value
 */
export function createSampleValues(
  valueLengths: readonly number[],
  firstSlots: readonly number[],
): Buffer[][] {
  return [0x78, 0xff].map((byte) =>
    valueLengths.map((length, slot) => Buffer.alloc(length, byte - (firstSlots[slot] ?? slot))),
  );
}

/** Returns the index of each slot: the argument `firstSlots` for a text in which no value is repeated. */
export function createUniqueIndexes(slots: readonly unknown[]): number[] {
  return slots.map((_, slot) => slot);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/**
 * Returns placeholder bytes for one slot of a text.
 *
 * @param byteBefore - the byte of text before the slot
 * @param byteAfter - the byte of text after the slot
 */
type FillerFactory = (
  length: number,
  byteBefore: number | undefined,
  byteAfter: number | undefined,
) => Buffer;

/**
 * Creates placeholders that stand for the slot values while a text is compressed. A placeholder consists of pairs of
 * bytes that occur nowhere else in the text, as long as such pairs are left. The compressor therefore finds no match
 * for the placeholder, and stores it unchanged.
 */
export function createFillerFactory(textParts: readonly Buffer[]): FillerFactory {
  const bytePairs = new Set<number>();
  for (const part of textParts)
    for (let index = 1; index < part.length; index += 1)
      bytePairs.add(encodeBytePair(part[index - 1], part[index]));
  let nextCandidateByte = 0;

  return (length, byteBefore, byteAfter) => {
    const bytes = Buffer.alloc(length);
    let previousByte = byteBefore;
    for (let index = 0; index < length; index += 1) {
      const isLastByte = index === length - 1;
      const nextByte = allBytes.find((byteStep) => {
        const byte = (nextCandidateByte + byteStep) % 256;
        return (
          !bytePairs.has(encodeBytePair(previousByte, byte)) &&
          !(isLastByte && bytePairs.has(encodeBytePair(byte, byteAfter)))
        );
      });
      const byte = (nextCandidateByte + (nextByte ?? 0)) % 256;
      bytePairs.add(encodeBytePair(previousByte, byte));
      bytes[index] = byte;
      previousByte = byte;
      nextCandidateByte = byte + 97;
    }
    if (length > 0) bytePairs.add(encodeBytePair(previousByte, byteAfter));
    return bytes;
  };
}

const allBytes = Array.from({ length: 256 }, (_, byte) => byte);
const encodeBytePair = (firstByte = 0, secondByte = 0) => firstByte * 256 + secondByte;
