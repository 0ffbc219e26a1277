import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filled, freezeBrotli, thawBrotli } from "~/server/frozen/frozen-brotli.server";
import { freezeGzip, thawGzip } from "~/server/frozen/frozen-gzip.server";
import { createFrozenTexts } from "~/server/frozen/frozen-texts.server";

const bytes = (texts: readonly string[]) => texts.map((text) => Buffer.from(text));

/** Pieces of a page: they repeat one another, which is what compression lives on. */
const piece = fc
  .array(
    fc.oneof(
      fc.constantFrom('<input type="hidden" name="formToken" value="', '"/><p class="lead">', "Grüße, Łódź 😀"),
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom("a", "b", '"', "ÿ") }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => `><${parts.join("")}`);
const pieces = fc.array(piece, { minLength: 2, maxLength: 7 }).map(bytes);
/** What stands in a gap may be anything, also what no text has. */
const word = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

describe("a frozen text is the text, whatever words stand in it", () => {
  it("in brotli, for all words of the lengths that it was frozen for", async () => {
    const texts = pieces.chain((of) =>
      fc
        .array(fc.nat(400), { minLength: of.length - 1, maxLength: of.length - 1 })
        .chain((lengths) =>
          fc.record({
            of: fc.constant(of),
            lengths: fc.constant(lengths),
            words: fc.array(fc.tuple(...lengths.map(word)), { minLength: 2, maxLength: 4 }),
          }),
        ),
    );
    await fc.assert(
      fc.asyncProperty(texts, async ({ of, lengths, words }) => {
        const frozen = await freezeBrotli(of, lengths);
        if (!frozen) throw new Error("not frozen");
        for (const some of words) {
          const those = some.map((one) => Buffer.from(one));
          expect(brotliDecompressSync(thawBrotli(frozen, those)).equals(filled(of, those))).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("in gzip, for words of any lengths", async () => {
    const words = fc.array(fc.uint8Array({ maxLength: 3000 }), { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pieces, words, async (of, some) => {
        const those = of.slice(1).map((_, index) => Buffer.from(some[index] ?? []));
        const frozen = await freezeGzip(of);
        const thawed = frozen && thawGzip(frozen, those);
        if (!thawed) throw new Error("not frozen");
        expect(gunzipSync(thawed).equals(filled(of, those))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

const page = bytes(["<p>".repeat(300), `${"</p>".repeat(300)}<b>`, `</b>${"<p>".repeat(300)}`]);
const words = bytes(["Anna", "WELCOME"]);

describe("what cannot be frozen is not", () => {
  it("in brotli: a piece of one byte between two words, a word of 64 KB, a page of 256 KB", async () => {
    expect(await freezeBrotli(bytes(["<p>", "a", "</p>"]), [4, 4])).toBeUndefined();
    expect(await freezeBrotli(page, [4, 65_536])).toBeUndefined();
    expect(await freezeBrotli(bytes(["x".repeat(262_144), "</p>"]), [4])).toBeUndefined();
  });

  it("in gzip: a word of 64 KB", async () => {
    const frozen = await freezeGzip(page);
    expect(frozen && thawGzip(frozen, [Buffer.alloc(4), Buffer.alloc(65_536)])).toBeUndefined();
  });
});

describe("the frozen texts", () => {
  it("are frozen when they are asked for again, for each set of lengths", async () => {
    const text = createFrozenTexts(100_000).add(page);
    const thawed = (some: Buffer[]) => text.thawed(some, "br");
    expect(thawed(words)).toBeUndefined();
    expect(thawed(words)).toBeUndefined();
    await expect.poll(() => thawed(words)).toBeDefined();
    expect(brotliDecompressSync(thawed(bytes(["Otto", "ALPHA12"])) ?? "").toString()).toContain("Otto");
    expect(thawed(bytes(["Annelotte", "WELCOME"]))).toBeUndefined();
  });

  it("have gzip for words of all lengths", async () => {
    const text = createFrozenTexts(100_000).add(page);
    await expect.poll(() => text.thawed(words, "gzip")).toBeDefined();
    const thawed = text.thawed(bytes(["Annelotte", "A"]), "gzip") ?? Buffer.alloc(0);
    expect(gunzipSync(thawed).toString()).toContain("Annelotte");
  });

  it("the least used goes first, and comes back when it is asked for again", async () => {
    const texts = createFrozenTexts(600);
    const noise = (seed: number) =>
      bytes([
        Array.from({ length: 400 }, (_, at) => String.fromCharCode(33 + ((at * at * seed) % 90))).join(""),
        "</p>",
      ]);
    const [one, other] = [texts.add(noise(7)), texts.add(noise(31))];
    const some = bytes(["Anna"]);
    const isThere = (text: typeof one) => text.thawed(some, "br") !== undefined;
    for (const text of [one, other, one, other]) await expect.poll(() => isThere(text)).toBe(true);
    expect(isThere(one)).toBe(false);
  });
});
