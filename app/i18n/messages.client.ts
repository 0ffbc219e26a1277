import { browserTranslator } from "./browser-translator";
import type { Locale } from "./locales";
import type { Messages, Translate } from "./translator";

const known = new Map<Locale, { messages: Messages; t: Translate }>();

/** Makes texts known: those that came with the page, or later. */
export function addMessages(locale: Locale, added: Messages): void {
  Object.assign(entryOf(locale).messages, added);
}

/** The locale's translate function, which also knows what is added after; a text that is missing shows its key. */
export function knownTranslator(locale: Locale): Translate {
  return entryOf(locale).t;
}

function entryOf(locale: Locale) {
  const messages: Messages = {};
  const { brand = "" } = document.documentElement.dataset;
  const entry = known.get(locale) ?? { messages, t: browserTranslator(locale, messages, brand) };
  known.set(locale, entry);
  return entry;
}
