import { randomBytes } from "node:crypto";
import { fillGaps } from "~/server/precompressed/blocks.server";
import type { CompressBlocks } from "~/server/precompressed/compress-blocks.server";
import {
  type PrecompressedText,
  type PrecompressedTexts,
  createPrecompressedTexts,
  oneByOne,
} from "~/server/precompressed/precompressed-texts.server";
import { LRUCache } from "lru-cache";

/** A document as it is drawn with certain values in its slots. */
export interface DrawnPage {
  document: string;
  /** Its own headers but for cookies. */
  head: readonly (readonly [string, string])[];
}

/** @param search the query of the address that it is drawn for */
export type DrawPage = (values: readonly string[], search: string) => Promise<DrawnPage>;

/** A drawn document without the values of its slots. */
export interface PageTemplate {
  head: DrawnPage["head"];
  /** The text before, between and after the places. */
  pieces: readonly Buffer[];
  /** Which value stands in each place, by its index, and how it is written there. */
  places: readonly { value: number; writing: Writing }[];
  compressed: PrecompressedText;
}

/**
 * Draws the document with a marker in each slot and splits it at the markers: nothing of a visitor is in a template,
 * since it is drawn without one. Undefined if, filled with the worst values, it is not to the byte the document that is
 * drawn of them: then a view does more with a value than print it.
 *
 * @param count of the values
 */
export async function newPageTemplate(
  draw: DrawPage,
  count: number,
  texts: PrecompressedTexts,
): Promise<PageTemplate | undefined> {
  // New for each template and never sent: nobody can have typed it. The quotation mark at its end tells how it is written.
  const marker = `slot${randomBytes(16).toString("hex")}n`;
  const marked = await draw(
    valuesOf(count, (index) => `${marker}${index.toString()}e"`),
    "",
  );
  const parts = marked.document.split(new RegExp(`${marker}(\\d+)e(&quot;|(?:\\\\{3}|\\\\)?")`));
  const pieces = parts.filter((_, index) => index % 3 === 0);
  if (pieces.some((piece) => piece.includes(marker))) return undefined;
  const places = parts.flatMap((value, index) =>
    index % 3 === 1 ? [{ value: Number(value), writing: writingOf(parts[index + 1] ?? "") }] : [],
  );
  const bytes = pieces.map((piece) => Buffer.from(piece));
  const template = { head: marked.head, pieces: bytes, places };
  for (const [worst, search] of [
    [longWorst, `?${marker}`],
    [shortWorst, ""],
  ] as const) {
    const values = valuesOf(count, (index) => worst(`${marker}${index.toString()}e`));
    const drawn = await draw(values, search);
    // Sent as UTF-8, in which half a surrogate pair is no character.
    if (!filledPage(template, values).equals(Buffer.from(drawn.document))) return undefined;
  }
  return { ...template, compressed: texts.add(bytes) };
}

/** The values as they stand in their places, one after another. */
export function writtenValues({ places }: Pick<PageTemplate, "places">, values: readonly string[]): Buffer[] {
  const written = new Map<string, Buffer>();
  return places.map(({ value, writing }) => {
    const place = `${writing} ${value.toString()}`;
    const word = written.get(place) ?? Buffer.from(wordIn(writing, values[value] ?? ""));
    written.set(place, word);
    return word;
  });
}

/** The document with these values in its slots. */
export function filledPage(
  template: Pick<PageTemplate, "pieces" | "places">,
  values: readonly string[],
): Buffer {
  return fillGaps(template.pieces, writtenValues(template, values));
}

function valuesOf(count: number, value: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => value(index));
}

/**
 * Shows what a view does with a value beside printing it: trim, cut, encode, change case, look for something. It begins
 * and ends with white space, and is longer than one of React's buffers.
 */
function longWorst(name: string): string {
  const signs = `<b>&amp;&"'\`</script></body>--> $& $1 $$ \\ %3C {{x}} $t(x) "code":null ÄßİÉ 😀 \u2028\u202E\0`;
  return `\n ${signs} ${name} \uD800${"x".repeat(5000)} `;
}

function shortWorst(name: string): string {
  return `'"><${name}\\`;
}

/** How a text is written in a document: as it is, as React prints it, as JSON in a data block, and as JSON within that. */
export type Writing = "plain" | "html" | "json" | "json-in-json";

const quotationMarks: Record<string, Writing> = {
  '"': "plain",
  "&quot;": "html",
  [String.raw`\"`]: "json",
  [String.raw`\\\"`]: "json-in-json",
};

/** @param quotationMark as it stands in the document */
export function writingOf(quotationMark: string): Writing {
  return quotationMarks[quotationMark] ?? "plain";
}

export function wordIn(writing: Writing, text: string): string {
  switch (writing) {
    case "plain":
      return text;
    case "html":
      return printed(text);
    case "json":
      return escapeInJson(withinQuotes(text));
    case "json-in-json":
      return escapeInJson(withinQuotes(withinQuotes(text)));
  }
}

const escapes: Record<string, string> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" },
  "\0": "",
};

/** As the server draws a text or the value of an attribute, without NUL. */
function printed(text: string): string {
  return text.replaceAll(/[&<>"'\0]/g, (character) => escapes[character] ?? "");
}

const withinQuotes = (text: string) => JSON.stringify(text).slice(1, -1);
const escapeInJson = (json: string) => json.replaceAll("<", String.raw`\u003c`);

/** Documents that are the same for many visitors but for the values of a few slots, each drawn once without them. */
export interface PageTemplates {
  /** @param key stands for all that the document is drawn of but the values; holds none of them */
  find(key: string): PageTemplate | undefined;
  /** The template that is being made, if it is. To wait for it takes less than to draw the page for each visitor. */
  underWay(key: string): Promise<PageTemplate | undefined> | undefined;
  /** The visit of somebody who found none; the second one has it made, unless too many are waiting to be made. */
  missed(key: string, count: number, draw: DrawPage): Promise<void>;
}

/** How many wait: each is drawn three times, in the time of all visitors. */
const maxWaitingTemplates = 4;
const maxKept = { templates: 100, compressedBytes: 8 * 1024 * 1024, keys: 1000 };

/**
 * @param onUnfit - called once for each key that can have no template
 * @param compress - compresses the text of a template
 */
export function createPageTemplates(
  onUnfit: (error?: unknown) => void,
  compress: CompressBlocks,
  limits = maxKept,
): PageTemplates {
  const texts = createPrecompressedTexts(limits.compressedBytes, compress);
  const made = new LRUCache<string, PageTemplate>({ max: limits.templates });
  // Apart: whoever asks for many pages once takes no template from others.
  const known = new LRUCache<string, "seen" | "making" | "unfit">({ max: limits.keys });
  const later = oneByOne(maxWaitingTemplates);
  const underWay = new Map<string, Promise<PageTemplate | undefined>>();

  async function make(key: string, count: number, draw: DrawPage): Promise<void> {
    try {
      const template = await newPageTemplate(draw, count, texts);
      known.set(key, template ? "seen" : "unfit");
      if (template) made.set(key, template);
      else onUnfit();
    } catch (error) {
      known.set(key, "unfit");
      onUnfit(error);
    }
  }

  return {
    find: (key) => made.get(key),
    underWay: (key) => underWay.get(key),
    async missed(key, count, draw) {
      const state = known.get(key);
      if (!state) known.set(key, "seen");
      if (state !== "seen") return;
      const making = new Promise<void>((resolve) => {
        const isTaken = later(() => make(key, count, draw).then(resolve));
        if (isTaken) known.set(key, "making");
        else resolve();
      });
      if (known.get(key) !== "making") return;
      underWay.set(
        key,
        making.then(() => made.get(key)),
      );
      await making;
      underWay.delete(key);
    },
  };
}
