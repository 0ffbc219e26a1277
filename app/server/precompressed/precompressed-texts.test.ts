import { randomBytes } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinWithValues } from "~/server/precompressed/blocks.server";
import { compressBrotli, fillBrotli, precompressBrotli } from "~/server/precompressed/brotli-template.server";
import { compressInThisThread } from "~/server/precompressed/compress-blocks.server";
import { compressGzip, fillGzip, precompressGzip } from "~/server/precompressed/gzip-template.server";
import { createPrecompressedTexts } from "~/server/precompressed/precompressed-texts.server";

const toBytes = (texts: readonly string[]) => texts.map((text) => Buffer.from(text));

/** Generates parts of a page that repeat each other, which makes them compressible. */
const part = fc
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
const parts = fc.array(part, { minLength: 2, maxLength: 7 }).map(toBytes);
/** Generates any bytes for a slot value, including bytes that no text contains. */
const arbitraryValue = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** Generates texts with any number of slots. Only three values fill them, so that values repeat. */
const texts = parts.chain((textParts) =>
  fc.record({
    textParts: fc.constant(textParts),
    valueOfSlot: fc.array(fc.nat(2), { minLength: textParts.length - 1, maxLength: textParts.length - 1 }),
    values: fc
      .tuple(fc.nat(400), fc.nat(400), fc.nat(400))
      .chain((lengths) => fc.array(fc.tuple(...lengths.map(arbitraryValue)), { minLength: 2, maxLength: 4 })),
  }),
);

const compressionFormats = {
  brotli: {
    precompress: (textParts: readonly Buffer[], lengths: readonly number[], firstSlots: readonly number[]) =>
      precompressBrotli(textParts, lengths, firstSlots, compressBrotli),
    fill: fillBrotli,
    decompress: brotliDecompressSync,
  },
  gzip: {
    precompress: (textParts: readonly Buffer[], lengths: readonly number[]) =>
      precompressGzip(textParts, lengths, compressGzip),
    fill: fillGzip,
    decompress: gunzipSync,
  },
};

it("precompressed brotli decompresses to the filled text for any slot values of the expected lengths", () =>
  expectRoundTrip(compressionFormats.brotli));

it("precompressed gzip decompresses to the filled text for any slot values of the expected lengths", () =>
  expectRoundTrip(compressionFormats.gzip));

interface CompressionFormat<Template> {
  precompress: (
    parts: readonly Buffer[],
    lengths: readonly number[],
    firstSlots: readonly number[],
  ) => Promise<Template | undefined>;
  fill: (template: Template, values: readonly Buffer[]) => Buffer;
  decompress: (bytes: Buffer) => Buffer;
}

async function expectRoundTrip<Template>({
  precompress,
  fill,
  decompress,
}: CompressionFormat<Template>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(texts, async ({ textParts, valueOfSlot, values }) => {
      const [firstValues = []] = values;
      const lengths = valueOfSlot.map((index) => firstValues[index]?.length ?? 0);
      const firstSlots = valueOfSlot.map((index) => valueOfSlot.indexOf(index));
      const template = await precompress(textParts, lengths, firstSlots);
      if (!template) throw new Error("not precompressed");
      for (const slotValueSet of values) {
        const slotValues = valueOfSlot.map((index) => Buffer.from(slotValueSet[index] ?? []));
        expect(decompress(fill(template, slotValues)).equals(joinWithValues(textParts, slotValues))).toBe(
          true,
        );
      }
    }),
    { numRuns: 60 },
  );
}

const page = toBytes(["<p>".repeat(300), `${"</p>".repeat(300)}<b>`, `</b>${"<p>".repeat(300)}`]);
const slotValueList = toBytes(["Anna", "WELCOME"]);

describe("precompression of a page", () => {
  it("fails in brotli if a slot has more than 64 KB or a fixed text has 256 KB", async () => {
    expect(await compressionFormats.brotli.precompress(page, [4, 65_537], [0, 1])).toBeUndefined();
    expect(
      await compressionFormats.brotli.precompress(toBytes(["x".repeat(262_144), "</p>"]), [4], [0]),
    ).toBeUndefined();
  });

  it("stores a repeated value once in brotli", async () => {
    const randomValue = randomBytes(300);
    const parts = toBytes(["<form>".repeat(300), `</form>${"<p>".repeat(300)}`, "</p>"]);
    const template = await compressionFormats.brotli.precompress(parts, [300, 300], [0, 0]);
    if (!template) throw new Error("not precompressed");
    expect(fillBrotli(template, [randomValue, randomValue]).length).toBeLessThan(400);
  });

  it("fails in gzip if a slot has 64 KB", async () => {
    expect(await compressionFormats.gzip.precompress(page, [4, 65_536])).toBeUndefined();
  });
});

describe("precompressed text cache", () => {
  it.each(["br", "gzip"] as const)(
    "compresses a text only after repeated requests, in %s",
    async (encoding) => {
      const text = createPrecompressedTexts(100_000, compressInThisThread).add(page);
      const fillText = (filledValues: Buffer[]) => text.fill(filledValues, encoding);
      const decompress = encoding === "br" ? brotliDecompressSync : gunzipSync;
      expect(fillText(slotValueList)).toBeUndefined();
      expect(fillText(slotValueList)).toBeUndefined();
      await expect.poll(() => fillText(slotValueList)).toBeDefined();
      expect(decompress(fillText(toBytes(["Otto", "ALPHA12"])) ?? "").toString()).toContain("Otto");
      expect(fillText(toBytes(["Annelotte", "WELCOME"]))).toBeUndefined();
    },
  );

  it("replaces the least recently used text, which is compressed again on repeated requests", async () => {
    const texts = createPrecompressedTexts(600, compressInThisThread);
    // Hexadecimal digits compress to half their length, so that two texts exceed the limit.
    const createRandomText = () => toBytes([randomBytes(400).toString("hex"), "</p>"]);
    const [one, other] = [texts.add(createRandomText()), texts.add(createRandomText())];
    const filledValues = toBytes(["Anna"]);
    const isTextCached = (text: typeof one) => text.fill(filledValues, "br") !== undefined;
    for (const text of [one, other, one, other]) await expect.poll(() => isTextCached(text)).toBe(true);
    expect(isTextCached(one)).toBe(false);
  });
});
