import { randomBytes } from "node:crypto";
import type { FrozenText, FrozenTexts } from "~/server/frozen/frozen-texts.server";
import { wordIn, type Writing, writingOf } from "./writings";

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
  frozen: FrozenText;
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
  texts: FrozenTexts,
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
  return { ...template, frozen: texts.add(bytes) };
}

/** The values as they stand in their places, one after another. */
export function wordsOf({ places }: Pick<PageTemplate, "places">, values: readonly string[]): Buffer[] {
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
  const words = wordsOf(template, values);
  return Buffer.concat(template.pieces.flatMap((piece, index) => [piece, words[index] ?? nothing]));
}

const nothing = Buffer.alloc(0);

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
