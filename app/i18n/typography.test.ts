import { describe, expect, test } from "vitest";
import { textsOf } from "../../acq/texts/texts";
import { namespaces, localeCodes, type Locale } from "~/i18n/locales";
import { messagesOf } from "~/i18n/translator.server";

/** Every text of a language with its key, those of the embedded acq's mails too. */
function textsIn(locale: Locale): [key: string, text: string][] {
  const messages = messagesOf(locale);
  const { mail, welcome } = textsOf(locale);
  const texts: Record<string, object> = {
    ...Object.fromEntries(namespaces.map((area) => [area, messages[area] ?? {}])),
    ...{ mail, welcome },
  };
  return Object.entries(texts).flatMap(([area, own]) =>
    Object.entries(own).map(([key, text]): [string, string] => [`${area}:${key}`, String(text)]),
  );
}

/** Those that break a rule, with their keys. */
const breaking = (locale: Locale, rule: RegExp) => textsIn(locale).filter(([, text]) => rule.test(text));

/** The signs around what is said or named. */
const quotes: Record<Locale, string> = {
  en: "“”",
  de: "„“",
  fr: "«»",
  it: "«»",
  nl: "‘’",
  pl: "„”",
  sv: "”",
};

describe.each(localeCodes)("typography in %s", (locale) => {
  test("has the language’s own quotation marks, and none from a typewriter", () => {
    const others = '«»„“”‘"'.replaceAll(new RegExp(`[${quotes[locale]}]`, "g"), "");
    expect(breaking(locale, new RegExp(`[${others}']`))).toEqual([]);
  });

  test("keeps a number beside its unit", () => {
    expect(breaking(locale, /\d %/)).toEqual([]);
    if (locale !== "en") expect(breaking(locale, /(72|24|14|\{\{count\}\}) /)).toEqual([]);
  });

  test("has no two spaces, none before a full stop or a comma, and three points as one sign", () => {
    expect(breaking(locale, / {2}| [.,]|\.\.\./)).toEqual([]);
  });

  test("keeps the e of an e-mail on its line, but where machines read: titles and descriptions", () => {
    const isOnPage = (key: string) => !/\.(title|description)$/.test(key) || /^landing:.+\./.test(key);
    expect(breaking(locale, /\be-(mail|post)/i).filter(([key]) => isOnPage(key))).toEqual([]);
    expect(breaking(locale, /\u2011/).filter(([key]) => !isOnPage(key))).toEqual([]);
  });
});

test("French keeps a narrow space before the signs of two parts, and a wide one within quotes", () => {
  expect(breaking("fr", /[^\u202f/][;!?]|[^\u202f]:(?=\s|$)|«[^\u00a0]|[^\u00a0]»/)).toEqual([]);
});

test("Polish leaves no word of one letter at the end of a line", () => {
  expect(breaking("pl", /(?<![\p{L}\d])[aiouwz] /iu)).toEqual([]);
});
