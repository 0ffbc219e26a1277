import { LRUCache } from "lru-cache";
import { type CompressBlocks, compressHere } from "./compress-blocks.server";
import { type BrotliTemplate, precompressBrotli, fillBrotli } from "./brotli-template.server";
import { type GzipTemplate, precompressGzip, fillGzip } from "./gzip-template.server";

/** One text with gaps. */
export interface PrecompressedText {
  /**
   * Returns the compressed text with values in its gaps; undefined if it is not precompressed for their lengths. The
   * caller then compresses it.
   */
  fill(values: readonly Buffer[], encoding: "br" | "gzip"): Buffer | undefined;
}

export interface PrecompressedTexts {
  /** @param parts - the text before, between and after the gaps */
  add(parts: readonly Buffer[]): PrecompressedText;
}

/** A text compressed for values of certain lengths. */
interface Precompressed {
  bytes: number;
  fill: (values: readonly Buffer[]) => Buffer;
}

async function precompress(
  parts: readonly Buffer[],
  lengths: readonly number[],
  encoding: "br" | "gzip",
  compressBlocks: CompressBlocks,
): Promise<Precompressed | undefined> {
  const compress = () => compressBlocks({ encoding, parts, lengths });
  if (encoding === "br") {
    const brotli: BrotliTemplate | undefined = await precompressBrotli(parts, lengths, compress);
    return brotli && { bytes: brotli.bytes, fill: (values) => fillBrotli(brotli, values) };
  }
  const gzip: GzipTemplate | undefined = await precompressGzip(parts, lengths, compress);
  return gzip && { bytes: gzip.bytes, fill: (values) => fillGzip(gzip, values) };
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
 * Precompresses texts with gaps, one at a time and in other threads. A text is precompressed for value lengths when they
 * are requested for the second time.
 *
 * @param maxBytes - the size of all texts together; the least recently used are evicted
 * @param compress - compresses the parts of a text
 */
export function createPrecompressedTexts(
  maxBytes: number,
  compress: CompressBlocks = compressHere,
): PrecompressedTexts {
  const cache = new LRUCache<string, Precompressed>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  // Names that were requested once, are being precompressed, or cannot be.
  const states = new LRUCache<string, "seen" | "begun">({ max: maxNames });
  const later = oneByOne(maxWaitingTexts);
  let texts = 0;

  async function keep(name: string, ...what: Parameters<typeof precompress>): Promise<void> {
    const result = await precompress(...what);
    if (!result) return;
    cache.set(name, result);
    // After its eviction a text may be precompressed again.
    states.delete(name);
  }

  return {
    add(parts) {
      texts += 1;
      const text = texts.toString();
      return {
        fill(values, encoding) {
          const lengths = values.map(({ length }) => length);
          const name = [text, encoding, ...lengths].join(" ");
          const entry = cache.get(name);
          if (entry) return entry.fill(values);
          const before = states.get(name);
          if (before === undefined) states.set(name, "seen");
          if (before === "seen" && later(() => keep(name, parts, lengths, encoding, compress)))
            states.set(name, "begun");
          return undefined;
        },
      };
    },
  };
}
