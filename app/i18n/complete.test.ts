import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { getTexts } from "../../acq/texts/texts";
import { prepareOverloadPages } from "~/server/overload/overload.server";
import { prepareHeadersTooLargePages } from "~/server/oversized-headers.server";
import { namespaces, type Locale, localeCodes } from "~/i18n/locales";
import { getMessages } from "~/i18n/translator.server";
import { createConfig } from "../../tests/support/configuration";

const translatedLocales = localeCodes.filter((locale) => locale !== "en");

it.each(localeCodes)("locale %s has a picture for share previews and a glossary", (locale) => {
  const localeFiles = [`public/share/${locale}.jpg`, `locales/${locale}/glossary.md`];
  expect(localeFiles.filter((file) => !existsSync(file))).toEqual([]);
});

it.each(localeCodes)("locale %s has texts for the e-mails of the embedded acq in acq/texts/", (locale) => {
  expect(getTexts(locale).lang).toBe(locale);
});

it.each(translatedLocales)(
  "locale %s has translated texts for error pages that bypass Remix",
  async (locale) => {
    const config = createConfig({ ACQ_EMBEDDED: "true" });
    const loadErrorTexts = async (localeCode: Locale): Promise<(string | undefined)[]> => {
      const overloadPages = await prepareOverloadPages(config);
      const findHeadersTooLargePage = await prepareHeadersTooLargePages(config);
      const pages = [
        overloadPages.get(localeCode),
        findHeadersTooLargePage(Buffer.from(`GET /${localeCode} HTTP/1.1\r\n`)),
      ];
      return pages.flatMap((page) =>
        [...String(page?.body).matchAll(/<(?:title|h1|p|a href="")>([^<]+)</g)].map(([, text]) => text),
      );
    };
    const englishTexts = await loadErrorTexts("en");
    expect(englishTexts).toHaveLength(8);
    expect((await loadErrorTexts(locale)).filter((text) => englishTexts.includes(text))).toEqual([]);
  },
);

/** Texts that are the same in English and another language: names and loanwords. */
const textsEqualInAllLanguages = [
  "Black Friday",
  "Black Week",
  "Cyber Monday",
  "Express",
  "Jobs",
  "Loafers",
  "Marketing",
  "Messages",
  "Password",
  "Scarf",
  "Shop",
  "Standard",
];

it.each(translatedLocales)(
  "locale %s has translated messages, except for names and words shared with English",
  (locale) => {
    const englishTexts = getMessages("en");
    const ownMessages = getMessages(locale);
    const untranslatedKeys = namespaces.flatMap((namespace) =>
      Object.entries(ownMessages[namespace] ?? {})
        .filter(
          ([key, text]) =>
            text === englishTexts[namespace]?.[key] &&
            !textsEqualInAllLanguages.includes(text) &&
            hasWords(text),
        )
        .map(([key]) => `${namespace}:${key}`),
    );
    expect(untranslatedKeys, "a word that is the same in English stands in `shared`, above").toEqual([]);
  },
);

function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, ""));
}
