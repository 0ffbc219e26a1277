import de from "../../../locales/de/errors.json";
import en from "../../../locales/en/errors.json";
import fr from "../../../locales/fr/errors.json";
import it from "../../../locales/it/errors.json";
import nl from "../../../locales/nl/errors.json";
import pl from "../../../locales/pl/errors.json";
import sv from "../../../locales/sv/errors.json";
import type { Locale } from "~/i18n/locales";

const messages = { de, en, fr, it, nl, pl, sv } satisfies Record<Locale, object>;

/** The words of the page that is sent before Remix, and with it the translator, is asked. */
export function busyTexts(locale: Locale) {
  const text = (key: `errors:${keyof typeof en & keyof typeof pl}`) => {
    const found: Record<string, string> = messages[locale];
    return found[key.slice("errors:".length)] ?? "";
  };
  return {
    title: text("errors:unavailable.title"),
    heading: text("errors:unavailable.heading"),
    body: text("errors:unavailable.busy"),
    button: text("errors:unavailable.button"),
  };
}
