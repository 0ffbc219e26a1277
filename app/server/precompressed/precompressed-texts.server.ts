import { LRUCache } from "lru-cache";
import { type CompressBlocks, compressHere } from "./compress-blocks.server";
import { type BrotliTemplate, precompressBrotli, fillBrotli } from "./brotli-template.server";
import { type GzipTemplate, precompressGzip, fillGzip } from "./gzip-template.server";

/** One text with gaps. */
export interface PrecompressedText {
  /**
   * Returns the compressed text with words in its gaps; undefined if it is not precompressed for their lengths. The
   * caller then compresses it.
   */
  fill(words: readonly Buffer[], encoding: "br" | "gzip"): Buffer | undefined;
}

export interface PrecompressedTexts {
  /** @param pieces - the text before, between and after the gaps */
  add(pieces: readonly Buffer[]): PrecompressedText;
}

/** A text compressed for words of certain lengths. */
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
/** The number of texts that wait: a client that requests many lengths occupies one thread and no more memory. */
const maxWaitingTexts = 8;

/**
 * Returns a function that runs work one piece at a time; it returns false and drops the work if too much is waiting.
 */
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
 * Precompresses texts with gaps, one at a time and in other threads. A text is precompressed for word lengths when they
 * are requested for the second time.
 *
 * @param maxBytes - the size of all texts together; the least recently used are evicted
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
  // Names that were requested once, are being precompressed, or cannot be.
  const others = new LRUCache<string, "seen" | "begun">({ max: maxNames });
  const later = oneByOne(maxWaitingTexts);
  let texts = 0;

  async function keep(name: string, ...what: Parameters<typeof precompress>): Promise<void> {
    const made = await precompress(...what);
    if (!made) return;
    known.set(name, made);
    // After its eviction a text may be precompressed again.
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
