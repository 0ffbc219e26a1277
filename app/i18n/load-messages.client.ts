import { isLocale } from "./locales";
import { addMessages } from "./messages.client";

/**
 * The namespaces that may be needed on any page, and "activation", for a page that can change its language without a
 * reload.
 */
const messageFiles = import.meta.glob<Record<string, string>>(
  "../../locales/*/{activation,common,errors,frame}.json",
  { import: "default" },
);

/** Loads namespaces of text that did not come with the page. */
export async function loadMessages(locale: string | undefined, namespaces: readonly string[]): Promise<void> {
  if (!isLocale(locale)) return;
  await Promise.all(
    namespaces.map(async (namespace) => {
      const load = messageFiles[`../../locales/${locale}/${namespace}.json`];
      if (load) addMessages(locale, { [namespace]: await load() });
    }),
  );
}
