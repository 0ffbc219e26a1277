import { textsOf } from "../texts/texts";
import { escapeHtml } from "../html";
import { letter } from "./letter";

interface ActivationMessageOptions {
  locale: string;
  brand: string;
  firstName: string;
  link: string;
}

/** The activation e-mail in the visitor's language, as text and as HTML. */
export function activationMessage(options: ActivationMessageOptions): {
  /** The language that it is in: English where there are no texts in the wanted one. */
  locale: string;
  subject: string;
  text: string;
  html: string;
} {
  const { locale, brand, firstName, link } = options;
  const { mail: words, lang } = textsOf(locale);
  const before = [words.greeting(firstName), words.intro(brand), words.next];
  const after = [words.validity, words.ignore, words.signOff(brand)];
  const subject = words.subject(brand);
  return {
    locale: lang,
    subject,
    text: [...before, `${words.button}:\n${link}`, ...after].join("\n\n") + "\n",
    html: letter({
      lang,
      brand,
      subject,
      before: before.map(escapeHtml),
      button: { label: words.button, link },
      fallback: words.fallback,
      after: after.map(escapeHtml),
    }),
  };
}
