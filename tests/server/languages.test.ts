import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localeCodes } from "~/i18n/locales";
import { rawRequest, sendRaw } from "../http/raw-http";
import { startVelvetgate, type Velvetgate } from "../support/velvetgate";
import { newHttpVisitor } from "./http-visitor";

let site: Velvetgate;
beforeAll(async () => {
  site = await startVelvetgate({ env: { LOCALE_DOMAINS: "club.fr=fr,club.pl=pl" } });
});
afterAll(() => site.stop());

async function languageOf(path: string, host: string, headers: Record<string, string>) {
  const port = Number(new URL(site.origin).port);
  const answer = await sendRaw(port, rawRequest(`GET ${path} HTTP/1.1`, { Host: host, ...headers }));
  return { lang: /<html lang="([^"]+)"/.exec(answer?.body ?? "")?.[1], headers: answer?.headers };
}

describe("an unprefixed page", () => {
  it.each([
    { what: "says nothing", host: "localhost", headers: {}, lang: "en-US" },
    {
      what: "browser",
      host: "localhost",
      headers: { "Accept-Language": "ja, nl;q=0.4, sv;q=0.8" },
      lang: "sv-SE",
    },
    {
      what: "browser that forbids",
      host: "localhost",
      headers: { "Accept-Language": "de;q=0, it" },
      lang: "it-IT",
    },
    { what: "region", host: "localhost", headers: { "Accept-Language": "de-AT" }, lang: "de-DE" },
    { what: "unknown language", host: "localhost", headers: { "Accept-Language": "ja" }, lang: "en-US" },
    { what: "host", host: "club.fr", headers: { "Accept-Language": "de" }, lang: "fr-FR" },
    { what: "host with a port", host: "club.pl:80", headers: {}, lang: "pl-PL" },
    { what: "locale cookie", host: "club.fr", headers: { Cookie: "locale=nl" }, lang: "nl-NL" },
    { what: "lang cookie", host: "club.fr", headers: { Cookie: "locale=nl; lang=sv" }, lang: "sv-SE" },
    { what: "spoilt cookies", host: "club.fr", headers: { Cookie: "locale=xx; lang=%F0" }, lang: "fr-FR" },
  ])("speaks the language of the $what", async ({ host, headers, lang }) => {
    for (const path of ["/", "/registration/gift-voucher"])
      expect((await languageOf(path, host, headers)).lang).toBe(lang);
  });

  it("is never redirected, and says what it depends on", async () => {
    const answer = await newHttpVisitor(site, { "Accept-Language": "de" }).get("/membership-interest");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Vary")).toMatch(/Cookie, Accept-Language/);
    expect(answer.headers.get("Content-Language")).toBe("de");
  });
});

it.each(localeCodes)("a page under /%s is in that language for everybody", async (code) => {
  const headers = { "Accept-Language": "ja, de;q=0.5", Cookie: "lang=it; locale=nl" };
  expect((await languageOf(`/${code}/login`, "club.fr", headers)).lang).toMatch(new RegExp(`^${code}-`));
});

it("the last prefixed page is remembered, a chosen language counts more", async () => {
  const visitor = newHttpVisitor(site);
  await visitor.get("/pl/login");
  expect((await visitor.get("/login")).body).toContain('<html lang="pl-PL"');
  await visitor.post("/language", { locale: "sv", returnTo: "/login" });
  await visitor.get("/nl/login");
  expect((await visitor.get("/login")).body).toContain('<html lang="sv-SE"');
});

describe("the language form", () => {
  it.each([
    ["/", "/fr/"],
    ["/de/registration/deny?reason=expired", "/fr/registration/deny?reason=expired"],
    ["/social?disablegb=true&a=b%20c", "/fr/social?disablegb=true&a=b%20c"],
    ["https://evil.example/", "/fr/"],
    ["//evil.example/x", "/fr/"],
    ["/\\evil.example", "/fr/"],
    ["javascript:alert(1)", "/fr/"],
    ["evil.example", "/fr/"],
    ["", "/fr/"],
  ])("leads from '%s' to %s", async (returnTo, location) => {
    const answer = await newHttpVisitor(site).post("/language", { locale: "fr", returnTo });
    expect(answer).toMatchObject({ status: 303, location });
  });

  it.each(["xx", "", "EN", "../de"])("knows no language '%s'", async (locale) => {
    const visitor = newHttpVisitor(site);
    expect((await visitor.post("/language", { locale, returnTo: "/" })).status).toBe(404);
    expect(visitor.cookies.has("lang")).toBe(false);
  });
});
