import { isLocale } from "./locales";
import { addMessages } from "./messages.client";

/** Namespaces of parts that may appear on any page, and of the page that changes its language in place. */
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
