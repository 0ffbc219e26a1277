import { areas, type Locale } from "./locales";
import { createTranslator, type Messages, type Translate } from "./translator";

const files = import.meta.glob<Record<string, string>>("../../locales/*/*.json", {
  eager: true,
  import: "default",
});

/** All messages of a locale, by area. */
export function messagesOf(locale: Locale): Messages {
  const messages: Messages = {};
  for (const [path, content] of Object.entries(files)) {
    const [code, file] = path.split("/").slice(-2);
    const area = areas.find((name) => `${name}.json` === file);
    if (code === locale && area) messages[area] = content;
  }
  return messages;
}

const prepared = new Map<string, Translate>();

/** The locale's one translate function, prepared at its first use and kept. */
export function translatorFor(locale: Locale, brand: string): Translate {
  const key = `${locale} ${brand}`;
  const known = prepared.get(key);
  if (known) return known;
  const translate = createTranslator(locale, messagesOf(locale), brand);
  prepared.set(key, translate);
  return translate;
}
