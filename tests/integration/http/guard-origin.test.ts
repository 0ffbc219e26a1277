import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startGuardedApp, type GuardedApp } from "./guarded-app";
import { createRawPost, sendRawBytes } from "./raw-http";

let app: GuardedApp;
beforeAll(async () => {
  app = await startGuardedApp({
    basePath: "/acquisition",
    // `new URL` cannot fail here, because the guard passes only valid origins to this function.
    isOwnOrigin: (origin, host) => [host, "localhost:3000"].includes(new URL(origin).host),
  });
});
afterAll(() => app.close());

async function postForm(
  headers: Record<string, string>,
  body = "intent=x",
  path = "/acquisition/apply",
): Promise<number> {
  return (await sendRawBytes(app.port, createRawPost(path, body, headers)))?.status ?? 0;
}

describe("form with an Origin header", () => {
  it.each([
    ["the public origin", { Origin: "http://localhost:3000" }, 200],
    ["the origin of the Host header", { Origin: "http://phone.local", Host: "phone.local" }, 200],
    ["a foreign origin", { Origin: "https://evil.example" }, 403],
    ["the text null", { Origin: "null" }, 403],
    ["an empty text", { Origin: "" }, 403],
    ["an invalid URL", { Origin: "http://[" }, 403],
    ["an origin with a path", { Origin: "http://localhost:3000/x" }, 403],
    ["an origin with another scheme", { Origin: "file://" }, 403],
    ["two origins", { Origin: "http://localhost:3000, https://evil.example" }, 403],
    [
      "a foreign origin that X-Forwarded-Host repeats",
      { Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" },
      403,
    ],
    [
      "a foreign origin with Sec-Fetch-Site same-origin",
      { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
      403,
    ],
  ])(
    "gets 200 with an origin of the site and 403 with any other value: %s",
    async (_name, headers, status) => {
      expect(await postForm(headers)).toBe(status);
    },
  );

  it.each([
    ["the visitor's own token", "formToken=good", { Cookie: "sid=1" }, 200],
    ["another visitor's token", "formToken=good", { Cookie: "sid=2" }, 403],
    ["no token", "intent=x", { Cookie: "sid=1" }, 403],
  ])(
    "gets 200 only with the visitor's token if Origin is null and Sec-Fetch-Site is same-origin: %s",
    async (_name, body, headers, status) => {
      expect(await postForm({ Origin: "null", "Sec-Fetch-Site": "same-origin", ...headers }, body)).toBe(
        status,
      );
    },
  );

  it("passes with Origin null and Sec-Fetch-Site same-origin if the page needs no form token", async () => {
    const headers = { Origin: "null", "Sec-Fetch-Site": "same-origin" };
    expect(await postForm(headers, "intent=x", "/acquisition/language")).toBe(200);
  });

  it.each(["cross-site", "same-site", "none", "nonsense"])(
    "gets 403 with Origin null and Sec-Fetch-Site %s, even with a valid token",
    async (site) => {
      const headers = { Origin: "null", "Sec-Fetch-Site": site, Cookie: "sid=1" };
      expect(await postForm(headers, "formToken=good")).toBe(403);
    },
  );

  it.each([
    { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" },
    { Origin: "https://evil.example" },
    // The request of a security scanner that changes only the origin of a browser's request.
    { Origin: "https://evil.example", "Sec-Fetch-Site": "same-origin" },
  ])(
    "does not increase the metric of refused forms if its origin is another site (headers: %j)",
    async (headers) => {
      app.lines.length = 0;
      await postForm(headers);
      expect(app.lines).toEqual(["refused with 403: foreign origin"]);
    },
  );

  it("increases the metric of refused forms if its origin is the requested host but not PUBLIC_ORIGIN", async () => {
    const separateApp = await startGuardedApp();
    onTestFinished(() => separateApp.close());
    const headers = { Origin: "https://www.club.example", Host: "www.club.example" };
    const form = createRawPost("/apply", "intent=x", { ...headers, "Sec-Fetch-Site": "same-origin" });
    expect(await sendRawBytes(separateApp.port, form)).toMatchObject({ status: 403 });
    expect(separateApp.lines).toEqual([
      "own form refused",
      "refused with 403: an origin other than PUBLIC_ORIGIN",
    ]);
  });

  it("gets 403 from a foreign origin, even with a valid token", async () => {
    expect(await postForm({ Origin: "https://evil.example", Cookie: "sid=1" }, "formToken=good")).toBe(403);
  });
});

describe("form without an Origin header", () => {
  it.each([
    ["same-origin", 200],
    ["none", 200],
    ["same-site", 403],
    ["cross-site", 403],
    ["nonsense", 403],
  ])("with Sec-Fetch-Site %s gets the status %i", async (site, status) => {
    expect(await postForm({ "Sec-Fetch-Site": site })).toBe(status);
  });

  it.each([
    ["the visitor's own token", "formToken=good", { Cookie: "sid=1" }, 200],
    ["another visitor's token", "formToken=good", { Cookie: "sid=2" }, 403],
    ["a token of the site and no cookie", "formToken=good", {}, 200],
    ["a forged token", "formToken=bad", { Cookie: "sid=1" }, 403],
    ["a forged token and no cookie", "formToken=bad", {}, 403],
    ["an empty token", "formToken=", { Cookie: "sid=1" }, 403],
    ["no token", "intent=x", { Cookie: "sid=1" }, 403],
  ])(
    "gets 200 only with a valid token if Sec-Fetch-Site is missing too: %s",
    async (_name, body, headers, status) => {
      expect(await postForm(headers, body)).toBe(status);
    },
  );

  it.each(["/acquisition/language", "/acquisition", "/acquisition/", "/language"])(
    "passes without a token at %s",
    async (path) => {
      expect(await postForm({}, "intent=x", path)).toBe(200);
    },
  );

  it("gets 500 when the token check throws an error, and the server continues", async () => {
    const brokenApp = await startGuardedApp({
      verifyFormToken: () => {
        throw new Error("no secret");
      },
    });
    const response = await sendRawBytes(brokenApp.port, createRawPost("/apply", "formToken=good"));
    expect(response?.status).toBe(500);
    expect((await sendRawBytes(brokenApp.port, createRawPost("/language", "intent=x")))?.status).toBe(200);
    await brokenApp.close();
  });
});
