import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filled } from "~/server/frozen/blocks.server";
import { freezeBrotli, thawBrotli } from "~/server/frozen/frozen-brotli.server";
import { freezeGzip, thawGzip } from "~/server/frozen/frozen-gzip.server";
import { createFrozenTexts, oneByOne } from "~/server/frozen/frozen-texts.server";

const bytes = (texts: readonly string[]) => texts.map((text) => Buffer.from(text));

/** Pieces of a page: they repeat one another, which is what compression lives on. */
const piece = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<input type="hidden" name="formToken" value="',
        '"/><p class="lead">',
        "Grüße, Łódź 😀",
      ),
      fc.string({ unit: "grapheme" }),
      fc.string({ unit: fc.constantFrom("a", "b", '"', "ÿ") }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => `><${parts.join("")}`);
const pieces = fc.array(piece, { minLength: 2, maxLength: 7 }).map(bytes);
/** What stands in a gap may be anything, also what no text has. */
const word = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

const texts = pieces.chain((of) =>
  fc.array(fc.nat(400), { minLength: of.length - 1, maxLength: of.length - 1 }).chain((lengths) =>
    fc.record({
      of: fc.constant(of),
      lengths: fc.constant(lengths),
      words: fc.array(fc.tuple(...lengths.map(word)), { minLength: 2, maxLength: 4 }),
    }),
  ),
);

const formats = {
  brotli: { freeze: freezeBrotli, thaw: thawBrotli, read: brotliDecompressSync },
  gzip: { freeze: freezeGzip, thaw: thawGzip, read: gunzipSync },
};

it("a text in frozen brotli is the text, whatever words of its lengths stand in it", () =>
  isWhole(formats.brotli));

it("a text in frozen gzip is the text, whatever words of its lengths stand in it", () =>
  isWhole(formats.gzip));

interface Format<Frozen> {
  freeze: (pieces: readonly Buffer[], lengths: readonly number[]) => Promise<Frozen | undefined>;
  thaw: (frozen: Frozen, words: readonly Buffer[]) => Buffer;
  read: (bytes: Buffer) => Buffer;
}

async function isWhole<Frozen>({ freeze, thaw, read }: Format<Frozen>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(texts, async ({ of, lengths, words }) => {
      const frozen = await freeze(of, lengths);
      if (!frozen) throw new Error("not frozen");
      for (const some of words) {
        const those = some.map((one) => Buffer.from(one));
        expect(read(thaw(frozen, those)).equals(filled(of, those))).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
}

const page = bytes(["<p>".repeat(300), `${"</p>".repeat(300)}<b>`, `</b>${"<p>".repeat(300)}`]);
const words = bytes(["Anna", "WELCOME"]);

describe("what cannot be frozen is not", () => {
  it("in brotli: a piece of one byte between two words, a word of 64 KB, a page of 256 KB", async () => {
    expect(await freezeBrotli(bytes(["<p>", "a", "</p>"]), [4, 4])).toBeUndefined();
    expect(await freezeBrotli(page, [4, 65_536])).toBeUndefined();
    expect(await freezeBrotli(bytes(["x".repeat(262_144), "</p>"]), [4])).toBeUndefined();
  });

  it("in gzip: a word of 64 KB", async () => {
    expect(await freezeGzip(page, [4, 65_536])).toBeUndefined();
  });
});

it("what is one too many is not done, and nothing is piled up", async () => {
  const later = oneByOne(2);
  const done: string[] = [];
  const end: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      done.push(name);
      end.push(resolve);
    });
  expect(["a", "b", "c"].map((name) => later(work(name)))).toEqual([true, true, false]);
  await expect.poll(() => done).toEqual(["a"]);
  end[0]?.();
  await expect.poll(() => done).toEqual(["a", "b"]);
  expect(later(() => Promise.reject(new Error("broken")))).toBe(true);
  end[1]?.();
  await expect.poll(() => later(work("d"))).toBe(true);
  await expect.poll(() => done).toEqual(["a", "b", "d"]);
});

describe("the frozen texts", () => {
  it.each(["br", "gzip"] as const)("are frozen when they are asked for again, in %s", async (encoding) => {
    const text = createFrozenTexts(100_000).add(page);
    const thawed = (some: Buffer[]) => text.thawed(some, encoding);
    const read = encoding === "br" ? brotliDecompressSync : gunzipSync;
    expect(thawed(words)).toBeUndefined();
    expect(thawed(words)).toBeUndefined();
    await expect.poll(() => thawed(words)).toBeDefined();
    expect(read(thawed(bytes(["Otto", "ALPHA12"])) ?? "").toString()).toContain("Otto");
    expect(thawed(bytes(["Annelotte", "WELCOME"]))).toBeUndefined();
  });

  it("the least used goes first, and comes back when it is asked for again", async () => {
    const texts = createFrozenTexts(600);
    // As hexadecimal digits they have half their length when they are compressed: two of them are too many.
    const noise = () => bytes([randomBytes(400).toString("hex"), "</p>"]);
    const [one, other] = [texts.add(noise()), texts.add(noise())];
    const some = bytes(["Anna"]);
    const isThere = (text: typeof one) => text.thawed(some, "br") !== undefined;
    for (const text of [one, other, one, other]) await expect.poll(() => isThere(text)).toBe(true);
    expect(isThere(one)).toBe(false);
  });
});
