import { randomInt } from "node:crypto";
import fc from "fast-check";

/** Part of each planted text, to find it anywhere. It has only letters, so that no masking by shape hides it. */
export const marker = Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join("");

/** Texts that break parsers, patterns and templates. */
const signs = fc.constantFrom(
  ...["(a+)+$", "((((", "[[[", "\\", "%00", "%", "a@", "a.", "' OR 1=1--", "<!--", "{{x}}", "$&", "..%2f"],
  ...["İ", "ß", "\u0000", "\u202e", "\u2028", "\ud800", "😀", '"', "\t", " ", "=", "&", ";", ","],
);

const piece = fc.oneof(
  fc.string({ minLength: 1, maxLength: 24, unit: "binary" }),
  fc.string({ minLength: 1, maxLength: 24, unit: "grapheme-ascii" }),
  signs,
);

/** Returns combining marks in the wrong order, which take quadratic time to normalize. */
export function marksOnOneLetter(many: number): string {
  return `a${"\u0301".repeat(many)}${"\u0323".repeat(many)}`;
}

const repeated = (most: number) =>
  fc
    .tuple(piece, fc.integer({ min: 1, max: most }))
    .map(([text, size]) => text.repeat(Math.ceil(size / text.length)).slice(0, size));

/** Returns different words of three letters. */
export function differentWords(many: number, between: string, first = 0): string {
  return Array.from({ length: many }, (_, index) => threeLetters((first + index * 7) % 17_576)).join(between);
}

const different = (most: number) =>
  fc
    .tuple(
      fc.nat(17_575),
      fc.integer({ min: 1, max: most / 4 }),
      fc.constantFrom(" ", " ", ",", "/", ".", "@"),
    )
    .map(([first, many, between]) => differentWords(many, between, first));

/** Returns one of the 26³ words. */
function threeLetters(number: number): string {
  return [676, 26, 1].map((place) => String.fromCharCode(97 + (Math.floor(number / place) % 26))).join("");
}

/**
 * Returns texts with the marker.
 * @param most - maximum length without the marker
 */
export function wordUpTo(most: number): fc.Arbitrary<string> {
  const marks = fc.integer({ min: 1, max: most / 8 }).map(marksOnOneLetter);
  return fc.oneof(piece, repeated(most), different(most), marks).map(marked);
}

export function marked(text: string): string {
  return marker + text + marker;
}
