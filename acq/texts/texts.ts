import { de } from "./de";
import { en } from "./en";
import { fr } from "./fr";
import { it } from "./it";
import { nl } from "./nl";
import { pl } from "./pl";
import { sv } from "./sv";

/** The words of the activation e-mail and of the page where a new member chooses a password. */
export interface Texts {
  mail: {
    subject: (brand: string) => string;
    greeting: (firstName: string) => string;
    intro: (brand: string) => string;
    next: string;
    button: string;
    fallback: string;
    validity: string;
    ignore: string;
    signOff: (brand: string) => string;
  };
  welcome: {
    title: string;
    intro: (firstName: string, brand: string) => string;
    email: string;
    password: string;
    hint: (minimum: number) => string;
    submit: string;
    problem: string;
    error: string;
    tooShort: (minimum: number) => string;
    tooLong: (maximum: number) => string;
    doneTitle: string;
    doneText: (brand: string) => string;
    signIn: string;
    invalidTitle: string;
    invalidText: string;
    demonstration: string;
  };
}

const byLocale: ReadonlyMap<string, Texts> = new Map(Object.entries({ en, de, fr, it, nl, pl, sv }));

/** The languages that there are texts in. */
export const locales = [...byLocale.keys()];

/** The texts of a locale, else the English ones, and which language they are in. */
export function textsOf(locale: string): Texts & { lang: string } {
  const texts = byLocale.get(locale);
  return texts ? { ...texts, lang: locale } : { ...en, lang: "en" };
}
