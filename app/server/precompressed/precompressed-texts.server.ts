import { LRUCache } from "lru-cache";
import { type CompressBlocks, compressHere } from "./compress-blocks.server";
import { type BrotliTemplate, precompressBrotli, fillBrotli } from "./brotli-template.server";
import { type GzipTemplate, precompressGzip, fillGzip } from "./gzip-template.server";

/** One text with gaps. */
export interface PrecompressedText {
  /**
   * The text with words in its gaps, compressed; undefined where nothing is precompressed for their lengths: then it is for
   * whoever asks to compress it.
   */
  fill(words: readonly Buffer[], encoding: "br" | "gzip"): Buffer | undefined;
}

export interface PrecompressedTexts {
  /** @param pieces the text before, between and after the gaps */
  add(pieces: readonly Buffer[]): PrecompressedText;
}

/** Compressed for words of certain lengths. */
interface Precompressed {
  bytes: number;
  fill: (words: readonly Buffer[]) => Buffer;
}

async function precompress(
  pieces: readonly Buffer[],
  lengths: readonly number[],
  encoding: "br" | "gzip",
  compressBlocks: CompressBlocks,
): Promise<Precompressed | undefined> {
  const compress = () => compressBlocks({ encoding, pieces, lengths });
  if (encoding === "br") {
    const brotli: BrotliTemplate | undefined = await precompressBrotli(pieces, lengths, compress);
    return brotli && { bytes: brotli.bytes, fill: (words) => fillBrotli(brotli, words) };
  }
  const gzip: GzipTemplate | undefined = await precompressGzip(pieces, lengths, compress);
  return gzip && { bytes: gzip.bytes, fill: (words) => fillGzip(gzip, words) };
}

const maxNames = 1000;
/** How many wait: whoever asks for many lengths keeps one thread busy, and nothing of theirs is piled up. */
const maxWaitingTexts = 8;

/** Work that is done one after another; false for what is one too many, and is not done. */
export function oneByOne(maxWaiting: number): (work: () => Promise<void>) => boolean {
  let before: Promise<void> = Promise.resolve();
  let waiting = 0;
  return (work) => {
    if (waiting >= maxWaiting) return false;
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
 * @param maxBytes of all together; the least used goes first
 * @param compress - compresses the pieces of a text
 */
export function createPrecompressedTexts(
  maxBytes: number,
  compress: CompressBlocks = compressHere,
): PrecompressedTexts {
  const known = new LRUCache<string, Precompressed>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  // What was asked for once, is being precompressed, or cannot be.
  const others = new LRUCache<string, "seen" | "begun">({ max: maxNames });
  const later = oneByOne(maxWaitingTexts);
  let texts = 0;

  async function keep(name: string, ...what: Parameters<typeof precompress>): Promise<void> {
    const made = await precompress(...what);
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
        fill(words, encoding) {
          const lengths = words.map(({ length }) => length);
          const name = [text, encoding, ...lengths].join(" ");
          const found = known.get(name);
          if (found) return found.fill(words);
          const before = others.get(name);
          if (before === undefined) others.set(name, "seen");
          if (before === "seen" && later(() => keep(name, pieces, lengths, encoding, compress)))
            others.set(name, "begun");
          return undefined;
        },
      };
    },
  };
}
