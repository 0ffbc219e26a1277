import { LRUCache } from "lru-cache";
import { type FrozenBrotli, freezeBrotli, thawBrotli } from "./frozen-brotli.server";
import { type FrozenGzip, freezeGzip, thawGzip } from "./frozen-gzip.server";

/** One text with gaps. */
export interface FrozenText {
  /**
   * The text with words in its gaps, compressed; undefined where nothing is frozen for them yet: then it is for whoever
   * asks to compress it.
   */
  thawed(words: readonly Buffer[], encoding: "br" | "gzip"): Buffer | undefined;
}

export interface FrozenTexts {
  /** @param pieces the text before, between and after the gaps */
  add(pieces: readonly Buffer[]): FrozenText;
}

/**
 * Compresses texts with gaps in other threads and one after another, each when it is asked for the second time: brotli
 * for each set of lengths that its words have, gzip once.
 *
 * @param mostBytes of all frozen brotli together; the least used goes first
 */
export function createFrozenTexts(mostBytes: number): FrozenTexts {
  const brotli = new LRUCache<string, FrozenBrotli>({
    maxSize: mostBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });
  // What was asked for once, is being frozen, or cannot be.
  const others = new LRUCache<string, "seen" | "begun">({ max: 1000 });
  let work: Promise<unknown> = Promise.resolve();
  let texts = 0;

  /** Does it after all that was begun before. */
  function later(freeze: () => Promise<void>): void {
    work = work.then(freeze, freeze);
  }

  return {
    add(pieces) {
      texts += 1;
      const text = texts;
      let gzip: FrozenGzip | undefined;
      later(async () => {
        gzip = await freezeGzip(pieces);
      });
      return {
        thawed(words, encoding) {
          if (encoding === "gzip") return gzip && thawGzip(gzip, words);
          const lengths = words.map(({ length }) => length);
          const name = `${text.toString()} ${lengths.join(" ")}`;
          const frozen = brotli.get(name);
          if (frozen) return thawBrotli(frozen, words);
          const isSecond = others.get(name) === "seen";
          if (isSecond)
            later(async () => {
              const made = await freezeBrotli(pieces, lengths);
              if (!made) return;
              brotli.set(name, made);
              // One that has gone, as the least used, may come back.
              others.delete(name);
            });
          if (isSecond || !others.has(name)) others.set(name, isSecond ? "begun" : "seen");
          return undefined;
        },
      };
    },
  };
}
