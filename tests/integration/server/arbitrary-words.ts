import { randomInt } from "node:crypto";
import fc from "fast-check";

/**
 * A marker in each generated text, by which tests find the text. It has only letters, so that no pattern-based masking
 * hides it.
 */
export const marker = Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join("");

/** Texts that break parsers, patterns and templates. */
const arbitraryCharacter = fc.constantFrom(
  ...["(a+)+$", "((((", "[[[", "\\", "%00", "%", "a@", "a.", "' OR 1=1--", "<!--", "{{x}}", "$&", "..%2f"],
  ...["İ", "ß", "\u0000", "\u202e", "\u2028", "\ud800", "😀", '"', "\t", " ", "=", "&", ";", ","],
);

const arbitraryTextPart = fc.oneof(
  fc.string({ minLength: 1, maxLength: 24, unit: "binary" }),
  fc.string({ minLength: 1, maxLength: 24, unit: "grapheme-ascii" }),
  arbitraryCharacter,
);

/** Returns combining marks in the wrong order, which take quadratic time to normalize. */
export function createMarksOnOneLetter(count: number): string {
  return `a${"\u0301".repeat(count)}${"\u0323".repeat(count)}`;
}

const arbitraryRepetitions = (maxLength: number) =>
  fc
    .tuple(arbitraryTextPart, fc.integer({ min: 1, max: maxLength }))
    .map(([text, size]) => text.repeat(Math.ceil(size / text.length)).slice(0, size));

/** Returns different words of three letters. */
export function createDistinctWords(count: number, separator: string, firstNumber = 0): string {
  return Array.from({ length: count }, (_, index) => createWord((firstNumber + index * 7) % 17_576)).join(
    separator,
  );
}

const arbitraryWordLists = (maxLength: number) =>
  fc
    .tuple(
      fc.nat(17_575),
      fc.integer({ min: 1, max: maxLength / 4 }),
      fc.constantFrom(" ", " ", ",", "/", ".", "@"),
    )
    .map(([firstNumber, count, separator]) => createDistinctWords(count, separator, firstNumber));

/** Returns the word of three letters with this number, of 26³ words. */
function createWord(wordNumber: number): string {
  return [676, 26, 1]
    .map((digitValue) => String.fromCharCode(97 + (Math.floor(wordNumber / digitValue) % 26)))
    .join("");
}

/**
 * Returns texts with the marker.
 * @param maxLength - maximum length without the marker
 */
export function arbitraryText(maxLength: number): fc.Arbitrary<string> {
  const combiningMarks = fc.integer({ min: 1, max: maxLength / 8 }).map(createMarksOnOneLetter);
  return fc
    .oneof(arbitraryTextPart, arbitraryRepetitions(maxLength), arbitraryWordLists(maxLength), combiningMarks)
    .map(surroundWithMarkers);
}

export function surroundWithMarkers(text: string): string {
  return marker + text + marker;
}
