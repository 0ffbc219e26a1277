import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSite, type Site } from "./foreign-acq";
import { textOf, textsOf } from "../../support/html-text";
import { createHttpVisitor, type HttpVisitor } from "./http-visitor";
import { startStubAcq, type StubAcq } from "./stub-acq";

const credentials = { email: "a@b.example", password: "velvet", returnTo: "/invite" };
const viewer = { id: "1", firstName: "Zoë", roles: ["MEMBER"], vipStatus: null, invitation: null };

/** The Authorization headers that acq received, by operation. */
let receivedCalls: [string, string | undefined][] = [];
let responses: Record<string, () => object | Promise<object>> = {};
let acq: StubAcq;
let site: Site;
beforeAll(async () => {
  acq = await startStubAcq((operation, authorization) => {
    receivedCalls.push([operation, authorization]);
    return responses[operation]?.() ?? {};
  });
  site = await startSite(acq.url, {
    BASE_PATH: "/acquisition",
    TOKEN_COOKIE: "shop.session",
    TOKEN_PREFIX: "Token",
    TRUST_PROXY: "1",
  });
});
afterAll(async () => {
  await site.server.stop();
  await acq.stop();
});
beforeEach(() => {
  receivedCalls = [];
  responses = {
    login: () => ({ login: { token: "abc" } }),
    logout: () => ({ logout: { ok: true } }),
    viewer: () => ({ viewer }),
  };
});

let visitors = 0;
function newVisitor(): HttpVisitor {
  visitors += 1;
  return createHttpVisitor(site, { "X-Forwarded-For": `192.0.2.${visitors}` });
}

const login = (visitor: HttpVisitor) => visitor.post("/acquisition/login", credentials);

describe("token cookie", () => {
  it("has the configured name, lasts seven days and omits Secure without https", async () => {
    const { headers, location } = await login(newVisitor());
    expect(location).toBe("/acquisition/invite");
    expect(headers.getSetCookie()).toContain(
      "shop.session=abc; Max-Age=604800; Path=/acquisition; HttpOnly; SameSite=Lax",
    );
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Clear-Site-Data")).toBe('"cache"');
  });

  it.each([
    ["with the configured prefix", "abc", "Token abc"],
    ["unchanged if the shop wrote another prefix", "JWT abc", "JWT abc"],
    ["decoded if the shop encoded it", "JWT%20abc", "JWT abc"],
  ])("arrives at acq %s", async (_, value, authorization) => {
    const visitor = newVisitor();
    visitor.cookies.set("shop.session", value);
    expect(await visitor.get("/acquisition/invite")).toMatchObject({ status: 200 });
    expect(receivedCalls).toEqual([["viewer", authorization]]);
  });

  it.each(["", "auth.token=abc"])("has no effect under any other name: '%s'", async (cookie) => {
    const response = await newVisitor().get("/acquisition/invite", { Cookie: cookie });
    expect(response.location).toBe("/acquisition/login?returnTo=%2Finvite");
    expect(receivedCalls).toEqual([]);
  });
});

describe("member's name in the header", () => {
  it("delays the page by less than three seconds, and does not appear, if acq does not respond", async () => {
    const visitor = newVisitor();
    await login(visitor);
    responses["viewer"] = () => new Promise(() => undefined);
    const startTime = performance.now();
    const { status, body } = await visitor.get("/acquisition/info/terms");
    expect(performance.now() - startTime).toBeLessThan(3000);
    expect([status, textOf(body)]).toEqual([200, expect.stringContaining("Logged in Log out")]);
  });
});

describe("logging out", () => {
  it("invalidates the token at acq and in the browser, and clears the browser cache", async () => {
    const visitor = newVisitor();
    await login(visitor);
    const { headers, location } = await visitor.post("/acquisition/logout", {});
    expect(location).toBe("/acquisition");
    expect(receivedCalls.at(-1)).toEqual(["logout", "Token abc"]);
    expect(visitor.cookies.has("shop.session")).toBe(false);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("Clear-Site-Data")).toBe('"cache"');
  });

  it("does not wait for acq if acq does not answer", async () => {
    const visitor = newVisitor();
    await login(visitor);
    let finishLogout = (): void => undefined;
    responses["logout"] = () =>
      new Promise((resolve) => (finishLogout = () => resolve({ logout: { ok: true } })));
    expect(await visitor.post("/acquisition/logout", {})).toMatchObject({ status: 303 });
    expect(visitor.cookies.has("shop.session")).toBe(false);
    finishLogout();
  });
});

describe("wrong passwords", () => {
  beforeEach(() => {
    responses["login"] = () => ({ login: { token: null } });
  });

  it("beyond the limit lead to an uncacheable page with the time to wait", async () => {
    const visitor = newVisitor();
    for (let time = 0; time < 5; time += 1) expect(await login(visitor)).toMatchObject({ status: 422 });
    const { status, headers, body } = await login(visitor);
    expect(status).toBe(429);
    expect(headers.get("Retry-After")).toMatch(/^(600|59\d)$/);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(textsOf(body, "h2")).toContain("We couldn’t log you in");
    expect(body).toContain("Please try again in 10 minutes.");
    expect(body).toMatch(/<input id="email"[^>]* value="a@b\.example"/);
    expect(body).not.toContain('velvet"');
    await expect.poll(() => site.server.log()).toContain('"status":429');
    expect(site.server.log()).not.toContain("a@b.example");
  });

  it("count even if the client disconnects before the response", async () => {
    const visitor = newVisitor();
    const abortedCredentials = { ...credentials, email: "hung-up@b.example" };
    for (let time = 0; time < 5; time += 1) {
      const abortController = new AbortController();
      const loginCall = new Promise<void>((resolve) => {
        responses["login"] = () => {
          resolve();
          return new Promise(() => undefined);
        };
      });
      const loginRequest = fetch(site.url("/acquisition/login"), {
        method: "POST",
        body: new URLSearchParams(abortedCredentials),
        headers: { Origin: site.origin, "X-Forwarded-For": "198.51.100.9", Cookie: "locale=en" },
        signal: abortController.signal,
      }).catch(() => undefined);
      await loginCall;
      abortController.abort();
      await loginRequest;
    }
    expect(await visitor.post("/acquisition/login", abortedCredentials)).toMatchObject({ status: 429 });
  });
});
