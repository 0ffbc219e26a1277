import { isLocale } from "./locales";
import { addMessages } from "./messages.client";

/** Areas of parts that may come to any page, and of the one page that changes its language in place. */
const messageFiles = import.meta.glob<Record<string, string>>(
  "../../locales/*/{activation,common,errors,frame}.json",
  { import: "default" },
);

/** Loads areas of text that did not come with the page. */
export async function loadMessages(locale: string | undefined, areas: readonly string[]): Promise<void> {
  if (!isLocale(locale)) return;
  await Promise.all(
    areas.map(async (area) => {
      const load = messageFiles[`../../locales/${locale}/${area}.json`];
      if (load) addMessages(locale, { [area]: await load() });
    }),
  );
}
