import de from "./de.json";
import en from "./en.json";
import fr from "./fr.json";
import it from "./it.json";
import nl from "./nl.json";
import pl from "./pl.json";
import sv from "./sv.json";

/** The texts of the activation e-mail and of the page where a new member chooses a password. */
export type AcqTexts = typeof en;

const textsByLocale: ReadonlyMap<string, AcqTexts> = new Map(Object.entries({ en, de, fr, it, nl, pl, sv }));

/** The languages that acq has texts in. */
export const locales = [...textsByLocale.keys()];

/** Returns the texts of a locale. `lang` is the language of the texts: English if acq has none in the locale. */
export function getTexts(locale: string): AcqTexts & { lang: string } {
  const texts = textsByLocale.get(locale);
  return texts ? { ...texts, lang: locale } : { ...en, lang: "en" };
}

/** Replaces placeholders such as `{{brand}}` with values, without escaping. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
}
