import { readFileSync } from "node:fs";
import * as z from "zod";
import { namespaces, type Locale } from "~/i18n/locales";
import { createTranslator, type Messages, type Translate } from "~/i18n/translator";

const namespaceSchema = z.record(z.string(), z.string());

/** Returns a translate function for a language, with the site's texts from its files. */
export function translatorFor(locale: Locale): Translate {
  const messages: Messages = {};
  for (const namespace of namespaces)
    messages[namespace] = namespaceSchema.parse(JSON.parse(readNamespace(locale, namespace)));
  return createTranslator(locale, messages, "Velvetgate");
}

function readNamespace(locale: Locale, namespace: string): string {
  return readFileSync(new URL(`../../locales/${locale}/${namespace}.json`, import.meta.url), "utf8");
}
