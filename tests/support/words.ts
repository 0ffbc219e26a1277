import { readFileSync } from "node:fs";
import { z } from "zod";
import { namespaces, type Locale } from "~/i18n/locales";
import { createTranslator, type Messages, type Translate } from "~/i18n/translator";

const areaSchema = z.record(z.string(), z.string());

/** Returns the site's texts in a language, from its files. */
export function wordsOf(locale: Locale): Translate {
  const messages: Messages = {};
  for (const area of namespaces) messages[area] = areaSchema.parse(JSON.parse(readArea(locale, area)));
  return createTranslator(locale, messages, "Velvetgate");
}

function readArea(locale: Locale, area: string): string {
  return readFileSync(new URL(`../../locales/${locale}/${area}.json`, import.meta.url), "utf8");
}
