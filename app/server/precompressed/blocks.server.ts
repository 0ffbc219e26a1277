import { buffer } from "node:stream/consumers";
import type { BrotliCompress, DeflateRaw } from "node:zlib";

/** A compressor that is asked for what it has made of each part of a text. */
export interface Blocks {
  /** What it makes of these bytes, up to the end of a whole byte. */
  next(bytes: Buffer): Promise<Buffer>;
  /** What ends the text. */
  last(): Promise<Buffer>;
}

/** More than a precompressed text may have: the compressor never waits for its output to be read. */
const highWaterMark = 1024 * 1024;

/**
 * The options of a compressor for `blocksOf`: it flushes with each write, which takes one turn of the event loop. In a
 * busy process a turn takes long, and a page has many parts: compress-blocks.server.ts uses a worker thread.
 *
 * @param flush - the constant of zlib for a flush
 */
export function flushing(flush: number): { flush: number; readableHighWaterMark: number } {
  return { flush, readableHighWaterMark: highWaterMark };
}

/** @param stream with the options of `flushing` */
export function blocksOf(stream: BrotliCompress | DeflateRaw): Blocks {
  return {
    next(bytes) {
      if (bytes.length === 0) return Promise.resolve(bytes);
      return new Promise((resolve, reject) => {
        stream.write(bytes, (error) => {
          const made: unknown = stream.read();
          if (error) reject(error);
          else resolve(Buffer.isBuffer(made) ? made : Buffer.alloc(0));
        });
      });
    },
    async last() {
      stream.end();
      return buffer(stream);
    },
  };
}

/** The text with words in its gaps. @param pieces the text before, between and after the gaps */
export function fillGaps(pieces: readonly Buffer[], words: readonly Buffer[]): Buffer {
  return Buffer.concat(pieces.flatMap((piece, index) => [piece, words[index] ?? Buffer.alloc(0)]));
}

/** Words of these lengths, which are no part of any text, for a try whether it comes out whole. */
export function tryWords(lengths: readonly number[]): Buffer[][] {
  return [0x78, 0xff].map((byte) => lengths.map((length) => Buffer.alloc(length, byte)));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @param before the byte that stands before it, and `after` the one behind */
type Filler = (length: number, before: number | undefined, after: number | undefined) => Buffer;

/**
 * Stand for the words while a text is compressed. No two bytes of them stand side by side anywhere else, as long as
 * there are such pairs, and none is more frequent than another: the compressor finds nothing in them to look back to,
 * nothing looks back to them, and since it cannot make them any shorter it leaves them, and all that it knows, as they
 * are.
 */
export function fillers(pieces: readonly Buffer[]): Filler {
  const pairs = new Set<number>();
  for (const piece of pieces)
    for (let at = 1; at < piece.length; at += 1) pairs.add(bytePair(piece[at - 1], piece[at]));
  let turn = 0;

  return (length, before, after) => {
    const bytes = Buffer.alloc(length);
    let last = before;
    for (let at = 0; at < length; at += 1) {
      const isLast = at === length - 1;
      const next = anyByte.find((step) => {
        const byte = (turn + step) % 256;
        return !pairs.has(bytePair(last, byte)) && !(isLast && pairs.has(bytePair(byte, after)));
      });
      const byte = (turn + (next ?? 0)) % 256;
      pairs.add(bytePair(last, byte));
      bytes[at] = byte;
      last = byte;
      turn = byte + 97;
    }
    if (length > 0) pairs.add(bytePair(last, after));
    return bytes;
  };
}

const anyByte = Array.from({ length: 256 }, (_, byte) => byte);
const bytePair = (one = 0, other = 0) => one * 256 + other;
