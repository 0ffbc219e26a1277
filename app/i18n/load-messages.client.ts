import { isLocale } from "./locales";
import { addMessages } from "./messages.client";

/**
 * The files of the namespaces that a page may load later. The activation page loads "activation" when its language
 * changes without a reload.
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
      const loadFile = messageFiles[`../../locales/${locale}/${namespace}.json`];
      if (loadFile) addMessages(locale, { [namespace]: await loadFile() });
    }),
  );
}
