import { randomBytes } from "node:crypto";
import type { Mould, Moulds } from "./moulds.server";

/** What a page is drawn of, and how. */
export interface Drawing {
  /** The visitor's own words, each at its place; "" where there is none. They are printed, and nothing more. */
  words: readonly string[];
  /** Everything else that the page depends on, as JSON; it may hold the words too. */
  facts: string;
  draw: (words: readonly string[], facts: string) => Promise<string>;
  /** Hears that the page came out of its mould. */
  moulded?: () => void;
}

// Nobody can guess it, so that it is in no word.
const gapStart = `gap${randomBytes(8).toString("hex")}n`;
const gap = new RegExp(`${gapStart}(\\d+)e`);

/**
 * A page out of its mould, which its second visitor leaves behind: the page drawn with gaps for words, of facts that
 * have gaps in their place. The facts with gaps are the mould's key, so that nothing of a visitor is in one. A mould
 * that does not give the very page that was drawn without it, or holds a word of its first visitor's, is not kept.
 */
export async function mouldedPage(moulds: Moulds, { words, facts, draw, moulded }: Drawing): Promise<string> {
  const key = withGaps(facts, words);
  const known = moulds.find(key);
  if (known.status === "made") {
    moulded?.();
    return filled(known.mould, words);
  }
  const page = await draw(words, facts);
  if (known.status === "seen") {
    const mould = (await draw(words.map(gapFor), key).catch(() => "")).split(gap);
    if (filled(mould, words) !== page) moulds.keep(key, undefined);
    else if (!words.some((word) => word !== "" && holds(mould, printed(word)))) moulds.keep(key, mould);
  }
  return page;
}

function holds(mould: Mould, word: string): boolean {
  return mould.some((piece, place) => place % 2 === 0 && piece.includes(word));
}

const gapFor = (_word: string, index: number) => `${gapStart}${index}e`;

/** Longer words first, since one may hold another. */
function withGaps(facts: string, words: readonly string[]): string {
  const written = words.map((word) => JSON.stringify(word).slice(1, -1));
  const longestFirst = [...written]
    .filter((word) => word !== "")
    .sort((one, other) => other.length - one.length);
  if (longestFirst.length === 0) return facts;
  const any = new RegExp(longestFirst.map(escapedForRegExp).join("|"), "g");
  return facts.replace(any, (word) => gapFor(word, written.indexOf(word)));
}

const escapedForRegExp = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);

function filled(mould: Mould, words: readonly string[]): string {
  return mould
    .map((piece, place) => (place % 2 === 0 ? piece : printed(words[Number(piece)] ?? "")))
    .join("");
}

const printedCharacters: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** As React prints a text or an attribute's value. */
function printed(word: string): string {
  return word.replaceAll(/[&<>"']/g, (character) => printedCharacters[character] ?? "");
}
