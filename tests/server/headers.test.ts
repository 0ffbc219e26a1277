import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startVelvetgate, type Velvetgate } from "../support/velvetgate";

let site: Velvetgate;
beforeAll(async () => {
  site = await startVelvetgate();
});
afterAll(() => site.stop());

const cookiesOf = (answer: Response) => answer.headers.getSetCookie();

describe("the Content-Security-Policy", () => {
  test("lets the page's own scripts run by a nonce that is new each time", async () => {
    const nonces = [];
    for (const path of ["/de", "/de"]) {
      const answer = await fetch(site.url(path), { headers: { "User-Agent": "Mozilla/5.0 Firefox/140.0" } });
      const nonce = /'nonce-([^']+)'/.exec(answer.headers.get("Content-Security-Policy") ?? "")?.[1];
      const scripts = [...(await answer.text()).matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
      expect(scripts.length).toBeGreaterThan(0);
      for (const tag of scripts) expect(tag).toContain(`nonce="${nonce}"`);
      nonces.push(nonce);
    }
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  test("forbids what the site does not do", async () => {
    const policy = (await fetch(site.url("/"))).headers.get("Content-Security-Policy");
    for (const rule of [
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toContain("unsafe");
  });
});

describe("who may keep a page and hear of its address", () => {
  test.each([
    "/de?rc=WELCOME",
    "/de/registration/formstarted?rc=WELCOME",
    "/de/registration/activateaccount?accountActivationId=x",
    "/de/registration/deny",
    "/de/login",
  ])("%s is nobody's but the visitor's", async (path) => {
    const { headers } = await fetch(site.url(path));
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
  });

  test("the landing page is checked again each time", async () => {
    const { headers } = await fetch(site.url("/de"));
    expect(headers.get("Cache-Control")).toBe("private, no-cache");
    expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
  });

  test("files with a hash in their name are kept for good", async () => {
    const html = await (await fetch(site.url("/de"))).text();
    const [, path = ""] = /href="(\/assets\/[^"]+\.css)"/.exec(html) ?? [];
    const { status, headers } = await fetch(site.url(path));
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  });
});

describe("languages over HTTP (contract.md, section 3)", () => {
  test("an unprefixed page answers in the visitor's, and says that it depends on it", async () => {
    const answer = await fetch(site.url("/"), { headers: { "Accept-Language": "pl, en;q=0.5" } });
    expect(answer.headers.get("Vary")).toMatch(/Cookie, Accept-Language/);
    expect(answer.headers.get("Content-Language")).toBe("pl");
    const chosen = await fetch(site.url("/"), { headers: { Cookie: "lang=sv", "Accept-Language": "pl" } });
    expect(chosen.headers.get("Content-Language")).toBe("sv");
  });

  test("a prefixed page answers in its own, and is remembered", async () => {
    const answer = await fetch(site.url("/it"), { headers: { Cookie: "lang=sv" } });
    expect(answer.headers.get("Content-Language")).toBe("it");
    expect(cookiesOf(answer)).toContain("locale=it; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax");
  });

  test("choosing one keeps it for good and leads to the same page in it", async () => {
    const body = new URLSearchParams({ locale: "fr", returnTo: "/de/registration/deny?reason=expired" });
    const headers = { "Sec-Fetch-Site": "same-origin" };
    const answer = await fetch(site.url("/de/language"), {
      method: "POST",
      body,
      headers,
      redirect: "manual",
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/fr/registration/deny?reason=expired");
    expect(cookiesOf(answer)).toEqual(["lang=fr; Max-Age=2147483647; Path=/; SameSite=Lax"]);
  });

  test.each(["https://evil.example/", "//evil.example", "/\\evil.example", "evil"])(
    "%s is no place to return to",
    async (returnTo) => {
      const body = new URLSearchParams({ locale: "fr", returnTo });
      const headers = { "Sec-Fetch-Site": "same-origin" };
      const answer = await fetch(site.url("/language"), {
        method: "POST",
        body,
        headers,
        redirect: "manual",
      });
      expect(answer.headers.get("Location")).toBe("/fr/");
    },
  );
});

describe("cookies behind TLS", () => {
  test.each([
    ["", "__Host-sid", "/"],
    ["/acquisition", "__Secure-sid", "/acquisition"],
  ])("with the base path %j", async (basePath, name, path) => {
    const secure = await startVelvetgate({ basePath, env: { PUBLIC_ORIGIN: "https://club.example" } });
    const answer = await fetch(secure.url("/de"));
    const [sid, locale] = cookiesOf(answer);
    expect(sid).toMatch(new RegExp(`^${name}=[^;]+; Path=${path}; HttpOnly; Secure; SameSite=Lax$`));
    expect(locale).toBe(`locale=de; Max-Age=31536000; Path=${path}; HttpOnly; Secure; SameSite=Lax`);
    expect(answer.headers.get("Strict-Transport-Security")).toBe("max-age=63072000; includeSubDomains");
    await secure.stop();
  });
});
