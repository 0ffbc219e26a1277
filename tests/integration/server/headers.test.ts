import { beforeAll, describe, expect, it } from "vitest";
import { getSharedSite } from "../../support/shared-site";
import { startVelvetgate, type TestSite } from "../../support/velvetgate";
import { filledForm, createHttpVisitor } from "./http-visitor";

const draftLifetimeSeconds = 72 * 60 * 60;
const deviceLifetimeSeconds = 182 * 24 * 60 * 60;
const yearSeconds = 365 * 24 * 60 * 60;

let site: TestSite;
beforeAll(async () => {
  site = await getSharedSite();
});

const personalPaths = [
  "/de?rc=WELCOME",
  "/de/registration/formstarted?rc=WELCOME",
  "/registration/registrationformemailactivecomplete",
  "/de/registration/activateaccount?accountActivationId=any",
  "/de/registration/activateaccount?done=activated",
  "/de/registration/deny?reason=expired",
  "/de/membership-interest/apply",
  "/de/registration/resend",
  "/de/login",
];
const sharedPaths = [
  "/de",
  "/",
  "/social",
  "/de/membership-interest",
  "/registration/gift-voucher",
  "/en/info/terms",
];

/** Paths of personalized pages. A deny page is excluded: without a code it is shared (./shared-pages.test.ts). */
const personalizedPaths = personalPaths.filter((path) => !path.includes("/deny"));

describe("scripts of a page", () => {
  it.each(personalizedPaths)("have a nonce that is new in each response: %s", async (path) => {
    const nonces = new Set<string>();
    for (const visit of [1, 2]) {
      const { headers, body } = await createHttpVisitor(site).get(path);
      const policy = headers.get("Content-Security-Policy") ?? "";
      const nonce = /script-src 'self' 'nonce-([\w-]{22,})' 'strict-dynamic'/.exec(policy)?.[1] ?? "";
      nonces.add(nonce);
      // Data blocks need no nonce, because browsers do not execute them.
      const scripts = body.match(/<script\b(?! type="application\/)[^>]*>/g) ?? [];
      expect(scripts.length, `visit ${visit}`).toBe(1);
      for (const script of scripts) expect(script).toContain(` nonce="${nonce}"`);
      const styles = body.match(/<style[^>]*>/g);
      expect(styles).toEqual([`<style nonce="${nonce}">`]);
      expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
      expect(body).not.toMatch(/ on\w+="|javascript:| style="/);
    }
    expect(nonces.size).toBe(2);
  });

  it("do not exist in pages for crawlers", async () => {
    const crawlerHeaders = { "User-Agent": "Mozilla/5.0 (compatible; Examplebot/2.1; +https://bot.example)" };
    const fetchScripts = async (headers = {}) =>
      (await createHttpVisitor(site).get("/de?rc=WELCOME", headers)).body.match(/<script\b[^>]*>/g);
    expect(await fetchScripts(crawlerHeaders)).toEqual(['<script type="application/ld+json">']);
    expect((await fetchScripts())?.length).toBeGreaterThan(1);
  });
});

describe("responses of the server", () => {
  it.each(["/de", "/de/registration/deny", "/de/error/404", "/none.ico", "/robots.txt"])(
    "have the security headers at %s",
    async (path) => {
      const { headers } = await createHttpVisitor(site).get(path);
      expect(Object.fromEntries(headers)).toMatchObject({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
      });
      expect(headers.get("Permissions-Policy")).toContain("camera=()");
      const policy = headers.get("Content-Security-Policy") ?? "";
      for (const expectedDirective of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "report-uri /csp-reports",
        "report-to csp",
      ])
        expect(policy.split(";").join("; ")).toContain(expectedDirective);
      expect(headers.get("Reporting-Endpoints")).toBe('csp="/csp-reports"');
      expect(policy).not.toContain("unsafe");
      expect(headers.has("X-Powered-By")).toBe(false);
      expect(headers.has("Server")).toBe(false);
    },
  );
});

describe("caching and referrer headers", () => {
  it.each(personalPaths)("forbid storing %s, and limit its Referer to this site", async (path) => {
    const { headers } = await createHttpVisitor(site).get(path);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
  });

  it.each(sharedPaths)(
    "allow storing the shared page %s, with both Cookie and Accept-Language in Vary only if it has no prefix",
    async (path) => {
      const { headers } = await createHttpVisitor(site).get(path);
      expect(headers.get("Cache-Control")).toBe("private, no-cache");
      expect(headers.get("Referrer-Policy")).toBe("strict-origin-when-cross-origin");
      const vary = (headers.get("Vary") ?? "").split(/, */);
      const isPrefixed = /^\/(de|en)\b/.test(path);
      expect(vary.includes("Cookie") && vary.includes("Accept-Language")).toBe(!isPrefixed);
    },
  );

  it("forbid storing the landing page if the visitor has a code", async () => {
    const visitor = createHttpVisitor(site);
    await visitor.get("/de?rc=WELCOME");
    const { headers, body } = await visitor.get("/de");
    expect(body).toContain('value="WELCOME"');
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
  });

  it("forbid storing the response to a submitted form", async () => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.get("/de/registration/formstarted?rc=WELCOME");
    const rejectedForm = await visitor.post("/de/registration/formstarted", {
      ...filledForm(body, ""),
      email: "",
    });
    expect(rejectedForm.status).toBe(422);
    expect(rejectedForm.headers.get("Cache-Control")).toBe("no-store");
    expect(rejectedForm.headers.get("Referrer-Policy")).toBe("same-origin");
  });

  it("allow storing immutable files for a year", async () => {
    const visitor = createHttpVisitor(site);
    const { body } = await visitor.get("/de");
    const assets = [...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "");
    expect(assets.length).toBeGreaterThan(3);
    for (const path of assets) {
      const { status, headers } = await visitor.get(path);
      expect([path, status, headers.get("Cache-Control")]).toEqual([
        path,
        200,
        `public, max-age=${yearSeconds}, immutable`,
      ]);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    }
  });
});

describe("cookies of the server", () => {
  it("have the expected names and attributes", async () => {
    expect(await collectCookiesOfVisit(site)).toEqual({
      lang: ["Max-Age=2147483647", "Path=/", "SameSite=Lax"],
      locale: [`Max-Age=${yearSeconds}`, "Path=/", "HttpOnly", "SameSite=Lax"],
      sid: ["Path=/", "HttpOnly", "SameSite=Lax"],
      draft: [`Max-Age=${draftLifetimeSeconds}`, "Path=/", "HttpOnly", "SameSite=Lax"],
      device: [`Max-Age=${deviceLifetimeSeconds}`, "Path=/", "HttpOnly", "SameSite=Lax"],
      consent: [`Max-Age=${yearSeconds}`, "Path=/", "SameSite=Lax"],
      "auth.token": ["Max-Age=604800", "Path=/", "HttpOnly", "SameSite=Lax"],
    });
  });

  it("have Secure if the site uses https, and sid, draft, device and consent the prefix __Host-", async () => {
    const secureSite = await startVelvetgate({ env: publicSiteVariables });
    const headers = (await createHttpVisitor(secureSite).get("/de")).headers;
    const cookies = await collectCookiesOfVisit(secureSite, "https://club.example");
    await secureSite.stop();
    expect(headers.get("Strict-Transport-Security")).toBe("max-age=63072000");
    expect(cookies).toEqual({
      lang: ["Max-Age=2147483647", "Path=/", "Secure", "SameSite=Lax"],
      locale: [`Max-Age=${yearSeconds}`, "Path=/", "HttpOnly", "Secure", "SameSite=Lax"],
      "__Host-sid": ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"],
      "__Host-draft": [`Max-Age=${draftLifetimeSeconds}`, "Path=/", "HttpOnly", "Secure", "SameSite=Lax"],
      "__Host-device": [`Max-Age=${deviceLifetimeSeconds}`, "Path=/", "HttpOnly", "Secure", "SameSite=Lax"],
      "__Host-consent": [`Max-Age=${yearSeconds}`, "Path=/", "Secure", "SameSite=Lax"],
      "auth.token": ["Max-Age=604800", "Path=/", "HttpOnly", "Secure", "SameSite=Lax"],
    });
  });

  it("apply only below the base path", async () => {
    const siteBelowPath = await startVelvetgate({ env: publicSiteVariables, basePath: "/acquisition" });
    const cookies = await collectCookiesOfVisit(siteBelowPath, "https://club.example");
    // The header Strict-Transport-Security would apply to the whole host. A site below a base path shares the host with
    // other sites, so it omits the header.
    for (const path of ["/acquisition/de", "/acquisition/de/login", "/healthz"])
      expect((await fetch(siteBelowPath.origin + path)).headers.get("Strict-Transport-Security")).toBeNull();
    await siteBelowPath.stop();
    const secureNames = ["sid", "draft", "device", "consent"].map((name) => `__Secure-${name}`);
    const cookieNames = ["lang", "locale", ...secureNames, "auth.token"];
    expect(Object.keys(cookies).sort()).toEqual(cookieNames.sort());
    for (const attributes of Object.values(cookies)) expect(attributes).toContain("Path=/acquisition");
  });
});

const publicSiteVariables = { PUBLIC_ORIGIN: "https://club.example", ACQ_EMBEDDED_PUBLIC: "true" };

/**
 * Returns the password of the demonstration accounts. A public embedded acq prints a password of its own; otherwise the
 * password is "velvetgate".
 */
function findPassword(log: string): string {
  return / member@example.com: (\S+) \(/.exec(log)?.[1] ?? "velvetgate";
}

/** Makes a visit that sets every cookie, and returns their attributes without Expires, which repeats Max-Age. */
async function collectCookiesOfVisit(
  visitedSite: TestSite,
  origin = visitedSite.origin,
): Promise<Record<string, string[]>> {
  const visitor = createHttpVisitor(visitedSite);
  const originHeader = { Origin: origin };
  const responses = [
    await visitor.get("/de/login"),
    await visitor.post("/de", { intent: "check-code", registrationCode: "WELCOME" }, originHeader),
    await visitor.post("/language", { locale: "de", returnTo: "/" }, originHeader),
    await visitor.post("/consent", { analytics: "on", returnTo: "/" }, originHeader),
    await visitor.post(
      "/login",
      { email: "member@example.com", password: findPassword(visitedSite.log()), returnTo: "/" },
      originHeader,
    ),
  ];
  const lines = responses.flatMap(({ headers }) => headers.getSetCookie());
  for (const line of lines) expect(line.length).toBeLessThan(4096);
  return Object.fromEntries(
    lines.map((line) => {
      const [pair = "", ...attributes] = line.split("; ");
      return [pair.slice(0, pair.indexOf("=")), attributes];
    }),
  );
}
