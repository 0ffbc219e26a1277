import { getLanguageTag, type Locale } from "./locales";
import type { Messages, Translate } from "./translator";
import { fillText } from "./fill-text";

/**
 * Creates the browser's translate function. It does not use i18next, which is larger than all texts of a page. A test
 * verifies that it returns the same texts as the server's function.
 */
export function createBrowserTranslator(locale: Locale, messages: Messages, brand: string): Translate {
  const plurals = new Intl.PluralRules(getLanguageTag(locale));
  return (key, values = {}) => {
    const [namespace = "", name = ""] = splitKey(key);
    const texts: Record<string, string> =
      Object.entries(messages).find(([name]) => name === namespace)?.[1] ?? {};
    const { count } = values;
    const plural = typeof count === "number" ? texts[`${name}_${plurals.select(count)}`] : undefined;
    return fillText(plural ?? texts[name] ?? name, brand, values);
  };
}

function splitKey(key: string): string[] {
  const colonIndex = key.indexOf(":");
  return [key.slice(0, colonIndex), key.slice(colonIndex + 1)];
}

const entryByLocale = new Map<Locale, { messages: Messages; t: Translate }>();

/** Adds texts that came with the page or were loaded later. */
export function addMessages(locale: Locale, messages: Messages): void {
  Object.assign(findLocaleEntry(locale).messages, messages);
}

/** Returns the locale's translate function, which includes texts that are added later. A missing text shows its key. */
export function getBrowserTranslator(locale: Locale): Translate {
  return findLocaleEntry(locale).t;
}

function findLocaleEntry(locale: Locale) {
  const messages: Messages = {};
  const { brand = "" } = document.documentElement.dataset;
  const entry = entryByLocale.get(locale) ?? {
    messages,
    t: createBrowserTranslator(locale, messages, brand),
  };
  entryByLocale.set(locale, entry);
  return entry;
}
