import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getLanguageTag, localeCodes, locales } from "~/i18n/locales";
import { createRawRequest, sendRawBytes } from "../http/raw-http";
import { attributeOf, textsOf, titleOf } from "../../support/html-text";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { translatorFor } from "../../support/words";
import { readHiddenField, createHttpVisitor } from "./http-visitor";

let site: Velvetgate;
beforeAll(async () => {
  site = await startVelvetgate({ env: { LOCALE_DOMAINS: "club.fr=fr,club.pl=pl" } });
});
afterAll(() => site.stop());

async function readLanguage(path: string, host: string, headers: Record<string, string>) {
  const port = Number(new URL(site.origin).port);
  const response = await sendRawBytes(
    port,
    createRawRequest(`GET ${path} HTTP/1.1`, { Host: host, ...headers }),
  );
  return { lang: /<html lang="([^"]+)"/.exec(response?.body ?? "")?.[1], headers: response?.headers };
}

describe("page without a language prefix", () => {
  it.each([
    { description: "no hint", host: "localhost", headers: {}, lang: "en-US" },
    {
      description: "browser",
      host: "localhost",
      headers: { "Accept-Language": "ja, nl;q=0.4, sv;q=0.8" },
      lang: "sv-SE",
    },
    {
      description: "browser that excludes a language",
      host: "localhost",
      headers: { "Accept-Language": "de;q=0, it" },
      lang: "it-IT",
    },
    {
      description: "browser's region",
      host: "localhost",
      headers: { "Accept-Language": "de-AT" },
      lang: "de-DE",
    },
    {
      description: "browser with an unsupported language",
      host: "localhost",
      headers: { "Accept-Language": "ja" },
      lang: "en-US",
    },
    { description: "host", host: "club.fr", headers: { "Accept-Language": "de" }, lang: "fr-FR" },
    { description: "host with a port", host: "club.pl:80", headers: {}, lang: "pl-PL" },
    { description: "locale cookie", host: "club.fr", headers: { Cookie: "locale=nl" }, lang: "nl-NL" },
    { description: "lang cookie", host: "club.fr", headers: { Cookie: "locale=nl; lang=sv" }, lang: "sv-SE" },
    {
      description: "invalid cookies",
      host: "club.fr",
      headers: { Cookie: "locale=xx; lang=%F0" },
      lang: "fr-FR",
    },
  ])("has the language of the strongest hint: $description", async ({ host, headers, lang }) => {
    for (const path of ["/", "/registration/gift-voucher"])
      expect((await readLanguage(path, host, headers)).lang).toBe(lang);
  });

  it("does not redirect, and its Vary header lists the headers that determine the language", async () => {
    const response = await createHttpVisitor(site, { "Accept-Language": "de" }).get("/membership-interest");
    expect(response.status).toBe(200);
    expect(response.headers.get("Vary")).toMatch(/Cookie, Accept-Language/);
    expect(response.headers.get("Content-Language")).toBe("de");
  });
});

it.each(localeCodes)("pages under /%s have that language for every visitor", async (code) => {
  const headers = { "Accept-Language": "ja, de;q=0.5", Cookie: "lang=it; locale=nl" };
  expect((await readLanguage(`/${code}/login`, "club.fr", headers)).lang).toMatch(new RegExp(`^${code}-`));
});

it("pages without a language prefix use the prefix visited last, unless the visitor has selected a language", async () => {
  const visitor = createHttpVisitor(site);
  await visitor.get("/pl/login");
  expect((await visitor.get("/login")).body).toContain('<html lang="pl-PL"');
  await visitor.post("/language", { locale: "sv", returnTo: "/login" });
  await visitor.get("/nl/login");
  expect((await visitor.get("/login")).body).toContain('<html lang="sv-SE"');
});

describe.each(localeCodes)("language form, submitted with %s", (locale) => {
  const t = translatorFor(locale);

  it("leads to the same page, and sets the language of pages without a prefix", async () => {
    const visitor = createHttpVisitor(site, { "Accept-Language": "ja" });
    const { body } = await visitor.get("/social?disablegb=true");
    const name = locales.find(({ code }) => code === locale)?.name ?? "";
    expect(attributeOf(body, `class="language-button" name="locale" value="${locale}"`, "lang")).toBe(
      getLanguageTag(locale),
    );
    expect(textsOf(body, "button")).toContain(name);
    const returnTo = readHiddenField(body, "returnTo");
    // A shared page does not contain its own query. Its language form therefore relies on the Referer header.
    const Referer = site.url("/social?disablegb=true");
    const chosenPage = await visitor.followRedirect(
      await visitor.post("/language", { locale, returnTo }, { Referer }),
    );
    expect(chosenPage.path).toBe(`/${locale}/social?disablegb=true`);
    expect(attributeOf(chosenPage.body, 'lang="', "lang")).toBe(getLanguageTag(locale));
    expect(textsOf(chosenPage.body, "h1")).toEqual([t("landing:headline.social")]);
    const interestPage = await visitor.get("/membership-interest");
    expect(titleOf(interestPage.body)).toBe(t("common:title.page", { title: t("interest:intro.title") }));
  });
});

it.each([
  ["/", "/"],
  ["/viral?utm=1", "/"],
  ["/membership-interest", "/membership-interest"],
  ["/registration/gift-voucher?utm=1", "/registration/gift-voucher"],
])("page %s links to its other languages", async (path, canonical) => {
  const pathEnd = canonical === "/" ? "" : canonical;
  for (const prefix of ["", "/pl"]) {
    const { body } = await createHttpVisitor(site).get(`${prefix}${path === "/" && prefix ? "" : path}`);
    const alternateLinks = body.matchAll(/<link rel="alternate" hrefLang="([^"]*)" href="([^"]*)"/g);
    expect([...alternateLinks].map(([, language, href]) => [language, href])).toEqual([
      ...localeCodes.map((code) => [code, site.url(`/${code}${pathEnd}`)]),
      ["x-default", site.url(canonical)],
    ]);
    expect(attributeOf(body, 'rel="canonical"', "href")).toBe(site.url(`${prefix}${pathEnd}` || "/"));
  }
});

it.each(["/?rc=WELCOME", "/pl/viral?rc=WELCOME"])(
  "page %s has no canonical or alternate URL, which would omit the invitation",
  async (path) => {
    const { body } = await createHttpVisitor(site).get(path);
    expect(body).toContain("Anna");
    expect(body).not.toMatch(/rel="(?:canonical|alternate)"|og:url/);
  },
);

describe("language form", () => {
  it.each([
    ["/", "/fr/"],
    ["/de/registration/deny?reason=expired", "/fr/registration/deny?reason=expired"],
    ["/social?disablegb=true&a=b%20c", "/fr/social?disablegb=true&a=b%20c"],
    ["/en?rc=WELCOME", "/fr/?rc=WELCOME"],
    ["https://evil.example/", "/fr/"],
    ["//evil.example/x", "/fr/"],
    ["/\\evil.example", "/fr/"],
    ["javascript:alert(1)", "/fr/"],
    ["evil.example", "/fr/"],
    ["", "/fr/"],
  ])("redirects from the return path '%s' to %s", async (returnTo, location) => {
    const response = await createHttpVisitor(site).post("/language", { locale: "fr", returnTo });
    expect(response).toMatchObject({ status: 303, location });
  });

  it.each(["xx", "", "EN", "../de"])("rejects the language '%s' with 404", async (locale) => {
    const visitor = createHttpVisitor(site);
    expect((await visitor.post("/language", { locale, returnTo: "/" })).status).toBe(404);
    expect(visitor.cookies.has("lang")).toBe(false);
  });
});
