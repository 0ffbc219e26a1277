import { isLocale } from "./locales";
import { addMessages } from "./messages.client";

/**
 * The namespaces that any page may need later. "activation" is for the activation page, which can change its language
 * without a reload.
 */
const messageFiles = import.meta.glob<Record<string, string>>(
  "../../locales/*/{activation,common,errors,frame}.json",
  { import: "default" },
);

/** Loads namespaces of text that the page's data does not contain. */
export async function loadMessages(locale: string | undefined, namespaces: readonly string[]): Promise<void> {
  if (!isLocale(locale)) return;
  await Promise.all(
    namespaces.map(async (namespace) => {
      const load = messageFiles[`../../locales/${locale}/${namespace}.json`];
      if (load) addMessages(locale, { [namespace]: await load() });
    }),
  );
}
