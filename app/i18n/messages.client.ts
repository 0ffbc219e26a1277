import { getLanguageTag, type Locale } from "./locales";
import type { Messages, Translate } from "./translator";
import { fillText } from "./fill-text";

/**
 * Creates the browser's translate function without i18next, which is larger than all texts of a page. A test verifies
 * that the function returns the same texts as the server's function.
 */
export function createBrowserTranslator(locale: Locale, messages: Messages, brand: string): Translate {
  const pluralRules = new Intl.PluralRules(getLanguageTag(locale));
  return (key, values = {}) => {
    const [namespace = "", name = ""] = splitMessageKey(key);
    const texts: Record<string, string> =
      Object.entries(messages).find(([name]) => name === namespace)?.[1] ?? {};
    const { count } = values;
    const pluralText = typeof count === "number" ? texts[`${name}_${pluralRules.select(count)}`] : undefined;
    return fillText(pluralText ?? texts[name] ?? name, brand, values);
  };
}

function splitMessageKey(key: string): string[] {
  const colonIndex = key.indexOf(":");
  return [key.slice(0, colonIndex), key.slice(colonIndex + 1)];
}

const translatorByLocale = new Map<Locale, { messages: Messages; t: Translate }>();

/** Adds texts that came with the page or were loaded later. */
export function addMessages(locale: Locale, messages: Messages): void {
  Object.assign(getTranslatorEntry(locale).messages, messages);
}

/** Returns the locale's translate function, which includes texts that are added later. A missing text shows its key. */
export function getBrowserTranslator(locale: Locale): Translate {
  return getTranslatorEntry(locale).t;
}

function getTranslatorEntry(locale: Locale) {
  const messages: Messages = {};
  const { brand = "" } = document.documentElement.dataset;
  const translatorEntry = translatorByLocale.get(locale) ?? {
    messages,
    t: createBrowserTranslator(locale, messages, brand),
  };
  translatorByLocale.set(locale, translatorEntry);
  return translatorEntry;
}
