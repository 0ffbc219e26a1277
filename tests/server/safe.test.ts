import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawPost, rawRequest, sendRaw } from "../http/raw-http";
import { startVelvetgate, type Velvetgate } from "../support/velvetgate";

let site: Velvetgate;
let port: number;
beforeAll(async () => {
  site = await startVelvetgate();
  port = Number(new URL(site.origin).port);
});
afterAll(() => site.stop());

const host = () => ({ Host: `localhost:${port}` });
const form = "registrationCode=NOSUCH&intent=check-code";
const same = { "Sec-Fetch-Site": "same-origin" };

/** The rows of quality.md, "Safe", against the whole server. */
const rows: [string, number, () => string][] = [
  ["a field named list[99999999]", 400, () => rawPost("/de", "list[99999999]=1", { ...host(), ...same })],
  [
    "a field 3,000 levels deep",
    400,
    () => rawPost("/de", `a${"[b]".repeat(3000)}=1`, { ...host(), ...same }),
  ],
  ["a foreign Origin", 403, () => rawPost("/de", form, { ...host(), Origin: "https://evil.example" })],
  ["a null Origin", 403, () => rawPost("/de", form, { ...host(), Origin: "null" })],
  ["a broken Origin", 403, () => rawPost("/de", form, { ...host(), Origin: "http://[" })],
  [
    "a foreign Origin with a matching X-Forwarded-Host",
    403,
    () =>
      rawPost("/de", form, { ...host(), Origin: "https://evil.example", "X-Forwarded-Host": "evil.example" }),
  ],
  [
    "no Origin, no Sec-Fetch-Site and no token",
    403,
    () => rawPost("/de/registration/resend", "email=a@b.de", host()),
  ],
  ["TRACE", 405, () => rawRequest("TRACE /de HTTP/1.1", host())],
  ["PUT", 405, () => rawRequest("PUT /de HTTP/1.1", host())],
  ["DELETE", 405, () => rawRequest("DELETE /de HTTP/1.1", host())],
  ["an unknown method", 405, () => rawRequest("OPEN /de HTTP/1.1", host())],
  [
    "a post to a page that takes none",
    405,
    () => rawPost("/de/registration/deny", "intent=x", { ...host(), ...same }),
  ],
  ["a Host with forbidden characters", 400, () => rawRequest("GET /de HTTP/1.1", { Host: "a b<c>" })],
  ["JSON", 415, () => rawPost("/de", "{}", { ...host(), ...same, "Content-Type": "application/json" })],
  [
    "multipart",
    415,
    () => rawPost("/de", "--x--", { ...host(), ...same, "Content-Type": "multipart/form-data; boundary=x" }),
  ],
  ["20 MB", 413, () => rawPost("/de", "", { ...host(), ...same, "Content-Length": "20000000" })],
  ["//host/x", 404, () => rawRequest("GET //evil.example/x HTTP/1.1", host())],
  ["%2e%2e%2f in a slug", 404, () => rawRequest("GET /de/%2e%2e%2fetc HTTP/1.1", host())],
  [
    "CR and LF in what becomes a Location",
    303,
    () => rawPost("/de/language", "locale=fr&returnTo=/%0d%0aX-Injected:%201", { ...host(), ...same }),
  ],
];

describe("what no page of ours can have caused", () => {
  test.each(rows)("%s is answered as it should be", async (_name, status, bytes) => {
    const answer = await sendRaw(port, bytes());
    expect(answer?.status).toBe(status);
    expect(answer?.headers.has("x-injected")).toBe(false);
    expect(answer?.headers.has("x-powered-by")).toBe(false);
    expect(answer?.body).not.toMatch(/node_modules|at \w+ \(|Remix|Express/);
    expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
  });

  test("is told in the visitor's language", async () => {
    const refused = await sendRaw(
      port,
      rawPost("/de", form, { ...host(), Origin: "https://evil.example", Accept: "text/html" }),
    );
    expect(refused?.body).toContain("Formular");
    expect(refused?.body).toContain('lang="de-DE"');
    const method = await sendRaw(port, rawRequest("PUT /fr HTTP/1.1", host()));
    expect(method?.headers.get("allow")).toBe("GET, HEAD, POST");
    expect(method?.body).toContain('lang="fr-FR"');
    const page = await sendRaw(port, rawPost("/pl/registration/deny", "intent=x", { ...host(), ...same }));
    expect(page?.body).toContain('lang="pl-PL"');
  });
});

describe("codes that are none", () => {
  test.each([
    ["8 KB", "a".repeat(8192)],
    ["a NUL", "A%00B"],
    ["a direction mark", "A%E2%80%AEB"],
    ["two of them", "A&rc=B"],
  ])("%s is an invalid code like any other", async (_name, code) => {
    const answer = await fetch(site.url(`/de?rc=${code}`), { redirect: "manual" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("Location")).toBe("/de/registration/deny?reason=invalid");
  });
});

describe("a browser that sends neither Origin nor Sec-Fetch-Site", () => {
  const post = (path: string, fields: Record<string, string>, cookie = "") =>
    sendRaw(port, rawPost(path, new URLSearchParams(fields).toString(), { ...host(), Cookie: cookie }));

  async function openedForm() {
    const answer = await fetch(site.url("/de/registration/resend"));
    const formToken = /name="formToken" value="([^"]+)"/.exec(await answer.text())?.[1] ?? "";
    const sid = answer.headers.getSetCookie().find((line) => line.startsWith("sid="));
    return { formToken, cookie: sid?.split(";", 1).join("") ?? "" };
  }

  test("sends a form with the form's own token", async () => {
    const { formToken, cookie } = await openedForm();
    const answer = await post("/de/registration/resend", { formToken, email: "old@example.com" }, cookie);
    expect(answer?.status).toBe(303);
  });

  test("does not send somebody else's", async () => {
    const { formToken } = await openedForm();
    const other = await openedForm();
    const answer = await post(
      "/de/registration/resend",
      { formToken, email: "old@example.com" },
      other.cookie,
    );
    expect(answer?.status).toBe(403);
  });

  test("needs none for a code and for a language, which change nothing at acq", async () => {
    expect((await post("/de", { intent: "check-code", registrationCode: "WELCOME" }))?.status).toBe(303);
    expect((await post("/language", { locale: "fr", returnTo: "/" }))?.status).toBe(303);
  });
});
