import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localeCodes } from "~/i18n/locales";
import { negotiateLocale, splitLanguagePrefix, type LanguageHints } from "~/i18n/negotiate";

const noHints: LanguageHints = {
  langCookie: undefined,
  localeCookie: undefined,
  hostLocale: undefined,
  acceptLanguage: undefined,
};

describe("language of an unprefixed page (docs/product/pages.md#languages)", () => {
  it("depends on at most the first 512 characters of Accept-Language", () => {
    const createHeader = (count: number) => `${"xx,".repeat(count)}de`;
    expect(negotiateLocale({ ...noHints, acceptLanguage: createHeader(100) })).toBe("de");
    expect(negotiateLocale({ ...noHints, acceptLanguage: createHeader(10_000) })).toBe("en");
  });

  it.each<[string, Partial<LanguageHints>, string]>([
    ["English without any hint", {}, "en"],
    [
      "the language that the visitor selected, before all other hints",
      { langCookie: "sv", localeCookie: "de", hostLocale: "fr", acceptLanguage: "it" },
      "sv",
    ],
    [
      "the prefix visited last, before the host",
      { localeCookie: "de", hostLocale: "fr", acceptLanguage: "it" },
      "de",
    ],
    ["the language of the host, before the browser", { hostLocale: "fr", acceptLanguage: "it" }, "fr"],
    ["the language of the browser", { acceptLanguage: "it" }, "it"],
    ["the language of a region in the browser's list", { acceptLanguage: "de-AT,de;q=0.9" }, "de"],
    ["the browser's language with the highest quality value", { acceptLanguage: "fr;q=0.4, pl;q=0.8" }, "pl"],
    ["no language with the quality value 0", { acceptLanguage: "de;q=0, nl;q=0.1" }, "nl"],
    ["English if the browser has only unsupported languages", { acceptLanguage: "ja, zh;q=0.5" }, "en"],
    ["the browser's language if the cookie is invalid", { langCookie: "xx", acceptLanguage: "fr" }, "fr"],
    ["English if the header is invalid", { acceptLanguage: ";;;=,q=1," }, "en"],
  ])("follows the strongest hint: %s", (_name, hints, locale) => {
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
  expect(splitLanguagePrefix(path)).toMatchObject({ prefix, pathAfterPrefix });
});
