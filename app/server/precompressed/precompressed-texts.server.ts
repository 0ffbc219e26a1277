import { LRUCache } from "lru-cache";
import type { BlockCompressionFunction } from "./compress-blocks.server";
import { type BrotliTemplate, precompressBrotli, fillBrotli } from "./brotli-template.server";
import { type GzipTemplate, precompressGzip, fillGzip } from "./gzip-template.server";
import { createTaskQueue } from "./task-queue.server";

/** One text with slots, which is filled and sent compressed. */
export interface PrecompressedText {
  /**
   * Returns the compressed text with the values in its slots. Returns undefined if the text is not precompressed for
   * values of these lengths; the caller then compresses the text itself.
   */
  fill(values: readonly Buffer[], encoding: "br" | "gzip"): Buffer | undefined;
}

export interface PrecompressedTexts {
  /** @param textParts - the text before, between and after the slots */
  add(textParts: readonly Buffer[]): PrecompressedText;
}

/** A text that is compressed for slot values of certain lengths. */
interface FillableText {
  totalBytes: number;
  fill: (values: readonly Buffer[]) => Buffer;
}

async function precompress(
  textParts: readonly Buffer[],
  valueLengths: readonly number[],
  firstSlots: readonly number[],
  encoding: "br" | "gzip",
  compressBlocks: BlockCompressionFunction,
): Promise<FillableText | undefined> {
  const job = { encoding, textParts, valueLengths, firstSlots };
  if (encoding === "br") {
    const brotli: BrotliTemplate | undefined = await precompressBrotli(
      textParts,
      valueLengths,
      firstSlots,
      (_parts, _lengths, usedFirstSlots) => compressBlocks({ ...job, firstSlots: usedFirstSlots }),
    );
    return brotli && { totalBytes: brotli.totalBytes, fill: (values) => fillBrotli(brotli, values) };
  }
  const gzip: GzipTemplate | undefined = await precompressGzip(textParts, valueLengths, () =>
    compressBlocks(job),
  );
  return gzip && { totalBytes: gzip.totalBytes, fill: (values) => fillGzip(gzip, values) };
}

/** Returns for each value the index of the first equal value. */
function findFirstSlots(values: readonly Buffer[]): number[] {
  const firstSlotByValue = new Map<string, number>();
  return values.map((value, index) => {
    const key = value.toString("latin1");
    const firstSlot = firstSlotByValue.get(key) ?? index;
    firstSlotByValue.set(key, firstSlot);
    return firstSlot;
  });
}

const maxStoredTextStates = 1000;
/**
 * The limits of the queue for precompression, one text at a time. They limit the memory that a client can occupy with
 * requests for values of many different lengths.
 */
const precompressionQueueLimits = { maxRunning: 1, maxWaiting: 7 };

/**
 * Precompresses texts with slots, one at a time and in other threads. The compressed bytes depend on the lengths of the
 * slot values, so a text is precompressed for each combination of lengths that is requested again.
 *
 * @param maxBytes - the maximum size of all texts together; the least recently used texts are evicted
 * @param compressBlocks - compresses the parts of a text
 */
export function createPrecompressedTexts(
  maxBytes: number,
  compressBlocks: BlockCompressionFunction,
): PrecompressedTexts {
  const cache = new LRUCache<string, FillableText>({
    maxSize: maxBytes,
    sizeCalculation: ({ totalBytes }) => totalBytes,
  });
  // The states of texts that are not cached. `seen`: was requested once. `started`: is being precompressed, or cannot
  // be precompressed.
  const textStateByName = new LRUCache<string, "seen" | "started">({ max: maxStoredTextStates });
  const enqueuePrecompression = createTaskQueue(precompressionQueueLimits);
  let textCount = 0;

  async function precompressAndCache(
    name: string,
    ...jobArguments: Parameters<typeof precompress>
  ): Promise<void> {
    const result = await precompress(...jobArguments);
    if (!result) return;
    cache.set(name, result);
    // Deletes the state of the text, so that the text can be precompressed again after the cache has evicted it.
    textStateByName.delete(name);
  }

  return {
    add(textParts) {
      textCount += 1;
      const textKey = textCount.toString();
      return {
        fill(values, encoding) {
          const valueLengths = values.map(({ length }) => length);
          const firstSlots = findFirstSlots(values);
          const name = [textKey, encoding, ...valueLengths, ...firstSlots].join(" ");
          const cachedText = cache.get(name);
          if (cachedText) return cachedText.fill(values);
          const state = textStateByName.get(name);
          if (state === undefined) textStateByName.set(name, "seen");
          const task = () =>
            // After a failure the state stays "started", so the text is not precompressed again.
            precompressAndCache(name, textParts, valueLengths, firstSlots, encoding, compressBlocks).catch(
              () => undefined,
            );
          if (state === "seen" && enqueuePrecompression(task)) textStateByName.set(name, "started");
          return undefined;
        },
      };
    },
  };
}
