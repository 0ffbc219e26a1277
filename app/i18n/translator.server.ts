import { namespaces, localeCodes, type Locale } from "./locales";
import { createTranslator, type Messages, type Translate } from "./translator";

const allMessageFiles = import.meta.glob<Record<string, string>>("../../locales/*/*.json", {
  eager: true,
  import: "default",
});

const translatorByKey = new Map<string, Translate>();
const messagesByLocale = new Map(localeCodes.map((locale) => [locale, readMessages(locale)]));

/** Returns all messages of a locale by namespace. */
export function getMessages(locale: Locale): Messages {
  return messagesByLocale.get(locale) ?? {};
}

function readMessages(locale: Locale): Messages {
  const messages: Messages = {};
  for (const [path, content] of Object.entries(allMessageFiles)) {
    const [localeCode, file] = path.split("/").slice(-2);
    const namespace = namespaces.find((name) => `${name}.json` === file);
    if (localeCode === locale && namespace) messages[namespace] = content;
  }
  return messages;
}

/** Returns the locale's translate function, created at its first use and cached. */
export function getTranslator(locale: Locale, brand: string): Translate {
  const key = `${locale} ${brand}`;
  const cachedTranslate = translatorByKey.get(key);
  if (cachedTranslate) return cachedTranslate;
  const translate = createTranslator(locale, getMessages(locale), brand);
  translatorByKey.set(key, translate);
  return translate;
}
