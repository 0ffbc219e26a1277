import { LRUCache } from "lru-cache";
import { type CompressBlocks, compressHere } from "./compress-blocks.server";
import { type FrozenBrotli, freezeBrotli, thawBrotli } from "./frozen-brotli.server";
import { type FrozenGzip, freezeGzip, thawGzip } from "./frozen-gzip.server";

/** One text with gaps. */
export interface FrozenText {
  /**
   * The text with words in its gaps, compressed; undefined where nothing is frozen for their lengths: then it is for
   * whoever asks to compress it.
   */
  thawed(words: readonly Buffer[], encoding: "br" | "gzip"): Buffer | undefined;
}

export interface FrozenTexts {
  /** @param pieces the text before, between and after the gaps */
  add(pieces: readonly Buffer[]): FrozenText;
}

/** Compressed for words of certain lengths. */
interface Frozen {
  bytes: number;
  thawed: (words: readonly Buffer[]) => Buffer;
}

async function frozen(
  pieces: readonly Buffer[],
  lengths: readonly number[],
  encoding: "br" | "gzip",
  compressBlocks: CompressBlocks,
): Promise<Frozen | undefined> {
  const compress = () => compressBlocks({ encoding, pieces, lengths });
  if (encoding === "br") {
    const brotli: FrozenBrotli | undefined = await freezeBrotli(pieces, lengths, compress);
    return brotli && { bytes: brotli.bytes, thawed: (words) => thawBrotli(brotli, words) };
  }
  const gzip: FrozenGzip | undefined = await freezeGzip(pieces, lengths, compress);
  return gzip && { bytes: gzip.bytes, thawed: (words) => thawGzip(gzip, words) };
}

const mostNames = 1000;
/** How many wait: whoever asks for many lengths keeps one thread busy, and nothing of theirs is piled up. */
const mostWaiting = 8;

/** Work that is done one after another; false for what is one too many, and is not done. */
export function oneByOne(mostWaiting: number): (work: () => Promise<void>) => boolean {
  let before: Promise<void> = Promise.resolve();
  let waiting = 0;
  return (work) => {
    if (waiting >= mostWaiting) return false;
    waiting += 1;
    before = before.then(work).then(
      () => void (waiting -= 1),
      () => void (waiting -= 1),
    );
    return true;
  };
}

/**
 * Compresses texts with gaps, in other threads and one after another: each for the lengths that its words have, when it
 * is asked for with them for the second time.
 *
 * @param mostBytes of all together; the least used goes first
 * @param compress - compresses the pieces of a text
 */
export function createFrozenTexts(mostBytes: number, compress: CompressBlocks = compressHere): FrozenTexts {
  const known = new LRUCache<string, Frozen>({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => bytes });
  // What was asked for once, is being frozen, or cannot be.
  const others = new LRUCache<string, "seen" | "begun">({ max: mostNames });
  const later = oneByOne(mostWaiting);
  let texts = 0;

  async function freeze(name: string, ...what: Parameters<typeof frozen>): Promise<void> {
    const made = await frozen(...what);
    if (!made) return;
    known.set(name, made);
    // Once it has gone, as the least used, it may come back.
    others.delete(name);
  }

  return {
    add(pieces) {
      texts += 1;
      const text = texts.toString();
      return {
        thawed(words, encoding) {
          const lengths = words.map(({ length }) => length);
          const name = [text, encoding, ...lengths].join(" ");
          const found = known.get(name);
          if (found) return found.thawed(words);
          const before = others.get(name);
          if (before === undefined) others.set(name, "seen");
          if (before === "seen" && later(() => freeze(name, pieces, lengths, encoding, compress)))
            others.set(name, "begun");
          return undefined;
        },
      };
    },
  };
}
