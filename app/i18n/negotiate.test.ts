import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localeCodes } from "~/i18n/locales";
import { negotiateLocale, splitPrefix, type LanguageHints } from "~/i18n/negotiate";

const noHints: LanguageHints = {
  langCookie: undefined,
  localeCookie: undefined,
  hostLocale: undefined,
  acceptLanguage: undefined,
};

describe("language of an unprefixed page (docs/product/pages.md#languages)", () => {
  it("depends on at most the first 512 characters of Accept-Language", () => {
    const header = (count: number) => `${"xx,".repeat(count)}de`;
    expect(negotiateLocale({ ...noHints, acceptLanguage: header(100) })).toBe("de");
    expect(negotiateLocale({ ...noHints, acceptLanguage: header(10_000) })).toBe("en");
  });

  it.each<[string, Partial<LanguageHints>, string]>([
    ["no hints", {}, "en"],
    [
      "the chosen one before all others",
      { langCookie: "sv", localeCookie: "de", hostLocale: "fr", acceptLanguage: "it" },
      "sv",
    ],
    ["the last prefix next", { localeCookie: "de", hostLocale: "fr", acceptLanguage: "it" }, "de"],
    ["the host's next", { hostLocale: "fr", acceptLanguage: "it" }, "fr"],
    ["the browser's", { acceptLanguage: "it" }, "it"],
    ["a region of a language", { acceptLanguage: "de-AT,de;q=0.9" }, "de"],
    ["the higher quality", { acceptLanguage: "fr;q=0.4, pl;q=0.8" }, "pl"],
    ["a quality of 0 is a no", { acceptLanguage: "de;q=0, nl;q=0.1" }, "nl"],
    ["only unsupported languages", { acceptLanguage: "ja, zh;q=0.5" }, "en"],
    ["an unknown cookie", { langCookie: "xx", acceptLanguage: "fr" }, "fr"],
    ["rubbish", { acceptLanguage: ";;;=,q=1," }, "en"],
  ])("follows the rule: %s", (_name, hints, locale) => {
    expect(negotiateLocale({ ...noHints, ...hints })).toBe(locale);
  });

  it("always equals one of the seven locales, for any Accept-Language header", () => {
    fc.assert(
      fc.property(fc.string(), (acceptLanguage) => {
        expect(localeCodes).toContain(negotiateLocale({ ...noHints, acceptLanguage }));
      }),
    );
  });
});

it.each([
  ["/", "", "/"],
  ["/de", "/de", "/"],
  ["/de/", "/de", "/"],
  ["/de/registration/deny", "/de", "/registration/deny"],
  ["/promo", "", "/promo"],
  ["/DE", "", "/DE"],
  ["/deny", "", "/deny"],
])("path %s has the language prefix %j", (path, prefix, pathAfterPrefix) => {
  expect(splitPrefix(path)).toMatchObject({ prefix, pathAfterPrefix });
});
