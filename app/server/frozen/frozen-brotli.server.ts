import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliDecompress, constants, createBrotliCompress } from "node:zlib";

const decompressed = promisify(brotliDecompress);

/**
 * A text with gaps, compressed once for words of certain lengths (docs/decisions/frozen-templates.md). The blocks that
 * are kept say of the text before them where it stands and never what it says in a gap, so that they hold for any words
 * of these lengths.
 */
export interface FrozenBrotli {
  /** The compressed text before, between and after the gaps, less what `ends` holds. */
  blocks: readonly Buffer[];
  /** The two bytes of the text after each gap: what follows is written by the two bytes before it (RFC 7932, section 7.1). */
  ends: readonly Buffer[];
  /** Of blocks and ends together. */
  bytes: number;
}

const endBytes = 2;
/** Of a block whose length is written in four nibbles (RFC 7932, section 9.2). */
const mostBlockBytes = 0x10000;
/** Of the head of a block that is not compressed. */
const headBytes = 3;
/** A window of 256 KB: no longer page is frozen, since what it may look back to would depend on where it stands. */
const windowBits = 18;
const mostBytes = (1 << windowBits) - 16;

/**
 * Undefined where the format does not allow it, or where the result, decompressed, is not the text.
 *
 * @param pieces the text before, between and after the gaps
 * @param lengths of the words in the gaps, in bytes
 */
export async function freezeBrotli(
  pieces: readonly Buffer[],
  lengths: readonly number[],
): Promise<FrozenBrotli | undefined> {
  const size = sum(pieces.map(({ length }) => length)) + sum(lengths);
  const isShort = pieces.slice(1).some(({ length }) => length < endBytes);
  if (isShort || size > mostBytes || lengths.some((length) => length > mostBlockBytes - endBytes))
    return undefined;
  const frozen = await compressed(pieces, lengths, size);
  for (const byte of ["x", "\xff"]) {
    const words = lengths.map((length) => Buffer.alloc(length, byte, "latin1"));
    const whole = await decompressed(thawBrotli(frozen, words)).catch(() => undefined);
    if (!whole?.equals(filled(pieces, words))) return undefined;
  }
  return frozen;
}

async function compressed(
  pieces: readonly Buffer[],
  lengths: readonly number[],
  size: number,
): Promise<FrozenBrotli> {
  const stream = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: windowBits,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  });
  const made: Buffer[] = [];
  stream.on("data", (block: Buffer) => made.push(block));

  /** What the compressor makes of these bytes, which ends with a whole byte. */
  async function blockOf(bytes: Buffer): Promise<Buffer> {
    stream.write(bytes);
    await new Promise<void>((resolve) => {
      stream.flush(constants.BROTLI_OPERATION_FLUSH, resolve);
    });
    await setImmediate();
    return Buffer.concat(made.splice(0));
  }

  const fill = fillers(pieces);
  const blocks: Buffer[] = [];
  const ends: Buffer[] = [];
  for (const [index, piece] of pieces.entries()) {
    const length = lengths[index - 1];
    if (length !== undefined) {
      const end = piece.subarray(0, endBytes);
      ends.push(end);
      // What comes of both is thrown away. Apart, since two bytes are never looked for in the text before them.
      await blockOf(fill(length, pieces[index - 1]?.at(-1) ?? 0, end[0] ?? 0));
      await blockOf(end);
    }
    const rest = index === 0 ? piece : piece.subarray(endBytes);
    blocks.push(rest.length > 0 ? await blockOf(rest) : Buffer.alloc(0));
  }
  stream.end();
  await new Promise((resolve) => stream.once("end", resolve));
  blocks.push(Buffer.concat(made));
  return { blocks, ends, bytes: sum([...blocks, ...ends].map((block) => block.length)) };
}

/**
 * Stand for the words while a text is compressed. No two bytes of them stand side by side anywhere else, and none is
 * more frequent than another: the compressor finds nothing in them to look back to, nothing looks back to them, and
 * since it cannot make them any shorter it leaves them, and all that it knows, as they are.
 */
function fillers(pieces: readonly Buffer[]): (length: number, before: number, after: number) => Buffer {
  const pairs = new Set<number>();
  for (const piece of pieces)
    for (let at = 1; at < piece.length; at += 1) pairs.add(pairOf(piece[at - 1], piece[at]));
  let turn = 0;

  return (length, before, after) => {
    const bytes = Buffer.alloc(length);
    let last = before;
    for (let at = 0; at < length; at += 1) {
      const isLast = at === length - 1;
      const next = anyByte.find((step) => {
        const byte = (turn + step) % 256;
        return !pairs.has(pairOf(last, byte)) && !(isLast && pairs.has(pairOf(byte, after)));
      });
      const byte = (turn + (next ?? 0)) % 256;
      pairs.add(pairOf(last, byte));
      bytes[at] = byte;
      last = byte;
      turn = byte + 97;
    }
    if (length > 0) pairs.add(pairOf(last, after));
    return bytes;
  };
}

const anyByte = Array.from({ length: 256 }, (_, byte) => byte);
const pairOf = (one = 0, other = 0) => one * 256 + other;

/** The whole compressed text. @param words of the lengths that it was frozen for */
export function thawBrotli({ blocks, ends, bytes }: FrozenBrotli, words: readonly Buffer[]): Buffer {
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

/** The text with words in its gaps. */
export function filled(pieces: readonly Buffer[], words: readonly Buffer[]): Buffer {
  return Buffer.concat(pieces.flatMap((piece, index) => [piece, words[index] ?? Buffer.alloc(0)]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
