import { areas, type Area, type Locale } from "./locales";
import { browserTranslator } from "./browser-translator";
import type { Messages, Translate } from "./translator";

const files = import.meta.glob<Record<string, string>>("../../locales/*/*.json", { import: "default" });
const translators = new Map<Locale, Translate>();

/** Loads the areas of a locale that a page needs; `loadedTranslator` finds them from then on. */
export async function loadMessages(locale: Locale, wanted: readonly string[], brand: string): Promise<void> {
  const needed = areas.filter((area) => area === "common" || wanted.includes(area));
  const entries = await Promise.all(needed.map((area) => loadArea(locale, area)));
  const messages: Messages = {};
  for (const [area, content] of entries) messages[area] = content;
  translators.set(locale, browserTranslator(locale, messages, brand));
}

async function loadArea(locale: Locale, area: Area): Promise<[Area, Record<string, string>]> {
  const load = files[`../../locales/${locale}/${area}.json`];
  return [area, load ? await load() : {}];
}

/** The locale's translate function; a locale that was not loaded shows its keys, which no page asks for. */
export function loadedTranslator(locale: Locale): Translate {
  return translators.get(locale) ?? ((key) => key);
}
