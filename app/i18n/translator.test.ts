import { createInstance } from "i18next";
import { expect, it } from "vitest";
import { getLanguageTag, type Locale, localeCodes } from "~/i18n/locales";
import { createBrowserTranslator } from "~/i18n/messages.client";
import { createTranslator, type MessageKey, type Messages } from "~/i18n/translator";
import { getMessages, getTranslator } from "~/i18n/translator.server";

it("inviter's name is inserted unchanged, even if it contains markup or placeholders", () => {
  const t = getTranslator("en", "Velvetgate");
  const name = `<b>Eve</b> {{brand}} $t(frame:skipLink) \${x}`;
  expect(t("landing:invited.headline.default", { inviter: name })).toBe(
    `${name} has invited you to Velvetgate`,
  );
});

/**
 * Returns i18next with its default interpolation, for comparison. Unlike the site's translate function, i18next also
 * replaces placeholders inside values.
 */
function createI18next(locale: Locale, messages: Messages) {
  const i18nextInstance = createInstance();
  void i18nextInstance.init({
    lng: getLanguageTag(locale),
    fallbackLng: false,
    resources: { [getLanguageTag(locale)]: messages },
    keySeparator: false,
    initImmediate: false,
    interpolation: { escapeValue: false, defaultVariables: { brand: "Velvetgate" } },
  });
  return i18nextInstance;
}

/** Matches the suffix of a key that has plural forms. */
const plural = /_(one|few|many|other)$/;

it.each(localeCodes)("server and browser translators give the same texts as i18next in %s", (locale) => {
  const messages = getMessages(locale);
  const i18next = createI18next(locale, messages);
  const serverTranslate = createTranslator(locale, messages, "Velvetgate");
  const browserTranslate = createBrowserTranslator(locale, messages, "Velvetgate");
  const placeholderValues = { inviter: "$& Ñ <b>", email: "a@b.c", name: "Halvarden", step: 2 };
  for (const [namespace, texts] of Object.entries(messages))
    for (const [key, text] of Object.entries(texts))
      for (const count of text.includes("{{count") || plural.test(key) ? [0, 1, 2, 5, 22, 1_000_000] : [1]) {
        const name = `${namespace}:${key.replace(plural, "")}` as MessageKey;
        const expectedText = i18next.t(name, { ...placeholderValues, count });
        expect(serverTranslate(name, { ...placeholderValues, count })).toBe(expectedText);
        expect(browserTranslate(name, { ...placeholderValues, count })).toBe(expectedText);
      }
});

it("brand in messages comes from the configuration", () => {
  expect(getTranslator("de", "Maison Noir")("frame:header.home")).toContain("Maison Noir");
});

it.each(localeCodes)("messages with a count contain the count in %s", (locale) => {
  const t = getTranslator(locale, "Velvetgate");
  const waitingTexts = [1, 2, 5, 22, 60].map((count) => t("progress:mail.tooEarly", { count }));
  for (const text of waitingTexts) expect(text).not.toMatch(/tooEarly|\{\{/);
  expect(new Set(waitingTexts).size).toBe(5);
});

it("Polish messages have a separate plural form for two to four", () => {
  const t = getTranslator("pl", "Velvetgate");
  const translateWithoutCount = (count: number) =>
    t("progress:mail.tooEarly", { count }).replace(String(count), "");
  expect(translateWithoutCount(2)).toBe(translateWithoutCount(23));
  expect(translateWithoutCount(2)).not.toBe(translateWithoutCount(5));
});
