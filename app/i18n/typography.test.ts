import { describe, expect, it } from "vitest";
import { getTexts } from "../../acq/texts/texts";
import { namespaces, localeCodes, type Locale } from "~/i18n/locales";
import { getMessages } from "~/i18n/translator.server";

/** Returns every text of a language with its key, including the texts of the embedded acq. */
function listTexts(locale: Locale): [key: string, text: string][] {
  const messages = getMessages(locale);
  const { mail, welcome } = getTexts(locale);
  const textsByNamespace: Record<string, object> = {
    ...Object.fromEntries(namespaces.map((namespace) => [namespace, messages[namespace] ?? {}])),
    mail,
    welcome,
  };
  return Object.entries(textsByNamespace).flatMap(([namespace, ownTexts]) =>
    Object.entries(ownTexts).map(([key, text]): [string, string] => [`${namespace}:${key}`, String(text)]),
  );
}

/** Returns the texts that break a rule, with their keys. */
const findViolations = (locale: Locale, violationPattern: RegExp) =>
  listTexts(locale).filter(([, text]) => violationPattern.test(text));

/** The quotation marks that each language uses. */
const quotationMarks: Record<Locale, string> = {
  en: "“”",
  de: "„“",
  fr: "«»",
  it: "«»",
  nl: "‘’",
  pl: "„”",
  sv: "”",
};

describe.each(localeCodes)("typography in %s", (locale) => {
  it("uses the typographic quotation marks of the language, and no straight quotation marks", () => {
    const foreignQuotationMarks = '«»„“”‘"'.replaceAll(new RegExp(`[${quotationMarks[locale]}]`, "g"), "");
    expect(findViolations(locale, new RegExp(`[${foreignQuotationMarks}']`))).toEqual([]);
  });

  it("keeps a number and the following unit on one line", () => {
    expect(findViolations(locale, /\d %/)).toEqual([]);
    if (locale !== "en") expect(findViolations(locale, /(72|24|14|\{\{count\}\}) /)).toEqual([]);
  });

  it("has no double spaces, no spaces before punctuation and a single character for an ellipsis", () => {
    expect(findViolations(locale, / {2}| [.,]|\.\.\./)).toEqual([]);
  });

  it("uses a non-breaking hyphen in e-mail, except in titles and descriptions", () => {
    const isOnPage = (key: string) => !/\.(title|description)$/.test(key) || /^landing:.+\./.test(key);
    expect(findViolations(locale, /\be-(mail|post)/i).filter(([key]) => isOnPage(key))).toEqual([]);
    expect(findViolations(locale, /\u2011/).filter(([key]) => !isOnPage(key))).toEqual([]);
  });
});

it("French typography has narrow spaces before two-part punctuation, and wide spaces inside quotation marks", () => {
  expect(findViolations("fr", /[^\u202f/][;!?]|[^\u202f]:(?=\s|$)|«[^\u00a0]|[^\u00a0]»/)).toEqual([]);
});

it("Polish typography leaves no one-letter word at the end of a line", () => {
  expect(findViolations("pl", /(?<![\p{L}\d])[aiouwz] /iu)).toEqual([]);
});
