import type { Locale } from "../locales";
import { textsOf } from "../texts/texts";
import { escapeHtml } from "../html";
import { letter } from "./letter";

interface ActivationMessageOptions {
  locale: Locale;
  brand: string;
  firstName: string;
  link: string;
}

/** The activation e-mail in the visitor's language, as text and as HTML. */
export function activationMessage(options: ActivationMessageOptions): {
  subject: string;
  text: string;
  html: string;
} {
  const { locale, brand, firstName, link } = options;
  const words = textsOf(locale).mail;
  const before = [words.greeting(firstName), words.intro(brand), words.next];
  const after = [words.validity, words.ignore, words.signOff(brand)];
  const subject = words.subject(brand);
  return {
    subject,
    text: [...before, `${words.button}:\n${link}`, ...after].join("\n\n") + "\n",
    html: letter({
      locale,
      brand,
      subject,
      before: before.map(escapeHtml),
      button: { label: words.button, link },
      fallback: words.fallback,
      after: after.map(escapeHtml),
    }),
  };
}
