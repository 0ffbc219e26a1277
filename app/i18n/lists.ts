import { formatsOf, type Locale } from "./locales";

/** Names in a row, as a sentence has them: "Munich, Dornach and Vösendorf". */
export function listIn(locale: Locale, names: readonly string[]): string {
  const list = new Intl.ListFormat(formatsOf(locale), { type: "conjunction" }).format(names);
  return locale === "pl" ? withBoundLetters(list) : list;
}

/** Polish ends no line with a word of one letter. */
function withBoundLetters(text: string): string {
  return text.replaceAll(/(?<![\p{L}\d])(\p{L}) /gu, "$1\u00a0");
}
