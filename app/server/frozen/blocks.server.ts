import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { BrotliCompress, DeflateRaw } from "node:zlib";

/** A compressor that is asked for what it has made of each part of a text. */
export interface Blocks {
  /** What it makes of these bytes, up to the end of a whole byte. */
  next(bytes: Buffer): Promise<Buffer>;
  /** What ends the text. */
  last(): Promise<Buffer>;
}

/** @param flush how it is told to give out all that it has: a constant of zlib */
export function blocksOf(stream: BrotliCompress | DeflateRaw, flush: number): Blocks {
  const made: Buffer[] = [];
  stream.on("data", (block: Buffer) => made.push(block));
  const take = () => Buffer.concat(made.splice(0));
  return {
    async next(bytes) {
      if (bytes.length === 0) return bytes;
      stream.write(bytes);
      await new Promise<void>((resolve) => {
        stream.flush(flush, resolve);
      });
      await setImmediate();
      return take();
    },
    async last() {
      const ended = once(stream, "end");
      stream.end();
      await ended;
      return take();
    },
  };
}

/** The text with words in its gaps. @param pieces the text before, between and after the gaps */
export function filled(pieces: readonly Buffer[], words: readonly Buffer[]): Buffer {
  return Buffer.concat(pieces.flatMap((piece, index) => [piece, words[index] ?? Buffer.alloc(0)]));
}

/** Words of these lengths, which are no part of any text, for a try whether it comes out whole. */
export function tryWords(lengths: readonly number[]): Buffer[][] {
  return [0x78, 0xff].map((byte) => lengths.map((length) => Buffer.alloc(length, byte)));
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
