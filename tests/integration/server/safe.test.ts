import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { getTranslator } from "~/i18n/translator.server";
import { openRawSocket, createRawPost, createRawRequest, readResponse, sendRawBytes } from "../http/raw-http";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { filledForm, readHiddenField, createHttpVisitor } from "./http-visitor";

/** Tests of docs/product/overview.md#safe. They use the German pages, by path prefix or by Accept-Language. */
const translateGerman = getTranslator("de", "Velvetgate");
const refusedHeading = translateGerman("errors:refused.heading");
const forbiddenHeading = translateGerman("errors:forbidden.heading");
const missingHeading = translateGerman("errors:notFound.heading");

let site: Velvetgate;
let port: number;
beforeAll(async () => {
  site = await startVelvetgate({ env: { TRUST_PROXY: "0" } });
  port = Number(new URL(site.origin).port);
});
afterAll(() => site.stop());

/** Expects after each test that the process is alive and has logged no unexpected error. */
afterEach(async () => {
  expect(await (await fetch(`${site.origin}/healthz`)).json()).toEqual({ status: "ok" });
  expect(site.log()).not.toMatch(/unexpected error/);
});

const acceptHeaders = { Accept: "text/html", "Accept-Language": "de" };
const sendRequest = (startLine: string, headers = {}, body = "") =>
  sendRawBytes(
    port,
    createRawRequest(startLine, { Host: `localhost:${port}`, ...acceptHeaders, ...headers }, body),
  );
const createRawFormRequest = (path: string, body: string, headers = {}) =>
  sendRawBytes(port, createRawPost(path, body, { Host: `localhost:${port}`, ...acceptHeaders, ...headers }));

/** Matches text that would show an attacker which software runs, or that an error occurred. */
const internalDetailsPattern =
  /node_modules|\.[cm]?[jt]sx?:\d|\n\s+at \w|cannot (get|post) \/|node\.js|server-runtime|graphql/i;

function expectPage(
  response: Awaited<ReturnType<typeof sendRawBytes>>,
  status: number,
  expectedText: string,
): void {
  expect(response?.status).toBe(status);
  const text = Buffer.from(response?.body ?? "", "latin1").toString("utf8");
  expect(text).toContain(expectedText);
  expect(text).toContain('lang="de-DE"');
  expect(text).not.toMatch(internalDetailsPattern);
  expect([...(response?.headers.keys() ?? [])]).not.toContain("x-powered-by");
  expect(response?.headers.get("content-security-policy")).toContain("default-src 'none'");
}

describe("unknown form fields", () => {
  it.each([
    ["a very large index", "list[99999999]=x"],
    ["a name with 3,000 levels", `a${"[b]".repeat(3000)}=x`],
    ["a name that no form has", "isAdmin=true"],
    ["a prototype's name", "__proto__=x"],
    ["a field without a name", "=x"],
    ["a field of the form for the second time", "email=b%40example.com"],
    ["2,000 times a field of the form", Array.from({ length: 2000 }, () => "email=x").join("&")],
    ["7,000 fields", Array.from({ length: 7000 }, (_, index) => `f${index}=x`).join("&")],
  ])("do not affect the known fields of a form: %s", async (_description, foreignFields) => {
    const visitor = createHttpVisitor(site);
    const page = await visitor.get("/de/registration/formstarted?rc=WELCOME");
    const email = `${crypto.randomUUID()}@example.com`;
    const fields = new URLSearchParams(filledForm(page.body, email)).toString();
    const cookie = [...visitor.cookies].map((pair) => pair.join("=")).join("; ");
    const headers = { Origin: site.origin, Cookie: cookie };
    const response = await createRawFormRequest(
      "/de/registration/formstarted",
      `${fields}&${foreignFields}`,
      headers,
    );
    expect(response?.headers.get("location")).toBe("/de/registration/formfinished");
    expect(await site.fetchMailsTo(email)).toHaveLength(1);
  });

  it("do not prevent a logout, even if one field has an empty name", async () => {
    const headers = { Origin: site.origin, Cookie: "auth.token=none" };
    const response = await createRawFormRequest("/de/logout", "=Abmelden&extension=1", headers);
    expect([response?.status, response?.headers.get("location")]).toEqual([303, "/de"]);
  });
});

it("query parameters reserved by Remix get 404, and cause no log line", async () => {
  for (const query of ["_data=x", "a=1&%5Fdata=routes/landing"])
    expectPage(await sendRequest(`GET /de/registration/resend?${query} HTTP/1.1`), 404, missingHeading);
});

describe("submitted form", () => {
  it.each(["https://evil.example", "null", "http://", "not an origin", "http://localhost:1"])(
    "gets 403 with Origin %s",
    async (origin) => {
      const response = await createRawFormRequest("/", "registrationCode=WELCOME", { Origin: origin });
      expectPage(response, 403, forbiddenHeading);
    },
  );

  it("gets 403 with a foreign Origin, even if X-Forwarded-Host names the same host", async () => {
    const forwardedHeaders = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" };
    const headers = { Origin: "https://evil.example", ...forwardedHeaders };
    expectPage(await createRawFormRequest("/", "registrationCode=WELCOME", headers), 403, forbiddenHeading);
  });

  it.each(["cross-site", "same-site"])(
    "gets 403 with Sec-Fetch-Site %s and without Origin",
    async (value) => {
      expectPage(
        await createRawFormRequest("/", "registrationCode=WELCOME", { "Sec-Fetch-Site": value }),
        403,
        forbiddenHeading,
      );
    },
  );

  const email = "old-browser@example.com";

  it("registers the visitor of an old browser if it contains that browser's token", async () => {
    const visitor = createHttpVisitor(site);
    const form = await visitor.get("/de/registration/formstarted?rc=WELCOME");
    const response = await visitor.oldBrowser.post(
      "/de/registration/formstarted",
      filledForm(form.body, email),
    );
    expect(response).toMatchObject({ status: 303, location: "/de/registration/formfinished" });
    expect(await site.fetchMailsTo(email)).toHaveLength(1);
  });

  it("appears again, without a registration, if its token is foreign, forged or missing", async () => {
    const visitor = createHttpVisitor(site);
    const form = await visitor.get("/de/registration/formstarted?rc=WELCOME");
    const otherVisitorsForm = await createHttpVisitor(site).get("/de/registration/formstarted?rc=WELCOME");
    for (const formToken of [readHiddenField(otherVisitorsForm.body, "formToken"), "forged", ""]) {
      const fields = { ...filledForm(form.body, "foreign@example.com"), formToken };
      const response = await visitor.oldBrowser.post("/de/registration/formstarted", fields);
      expect(response.status).toBe(422);
      expect(response.body).toContain(translateGerman("errors:expired.form"));
    }
    expect(await site.fetchMailsTo("foreign@example.com")).toEqual([]);
  });

  it.each(["/login", "/logout", "/membership-interest/apply", "/registration/resend"])(
    "appears again at %s if an old browser sends no token",
    async (path) => {
      expect((await createHttpVisitor(site).oldBrowser.post(path, { email: "a@example.com" })).status).toBe(
        422,
      );
    },
  );

  it("passes with Origin null and a valid token only if Sec-Fetch-Site is same-origin", async () => {
    const visitor = createHttpVisitor(site);
    const page = await visitor.get("/de/login");
    const credentials = { email: "member@example.com", password: "velvetgate", returnTo: "/de/invite" };
    const fields = { ...credentials, formToken: readHiddenField(page.body, "formToken") };
    const nullOrigin = { Origin: "null" };
    expect((await visitor.oldBrowser.post("/de/login", fields, nullOrigin)).status).toBe(403);
    const acceptedResponse = await visitor.oldBrowser.post("/de/login", fields, {
      ...nullOrigin,
      "Sec-Fetch-Site": "same-origin",
    });
    expect(acceptedResponse).toMatchObject({ status: 303, location: "/de/invite" });
  });

  it("needs no token to submit a code or to change the language", async () => {
    const visitor = createHttpVisitor(site);
    const codeResponse = await visitor.oldBrowser.post("/de", {
      intent: "check-code",
      registrationCode: "WELCOME",
    });
    expect(codeResponse.location).toMatch(/^\/de\/registration\/formstarted\?rc=WELCOME&/);
    const languageResponse = await visitor.oldBrowser.post("/language", {
      locale: "sv",
      returnTo: "/de/login",
    });
    expect(languageResponse).toMatchObject({ status: 303, location: "/sv/login" });
  });

  it("needs a confirmation if an old browser submits privacy choices without a token", async () => {
    const visitor = createHttpVisitor(site);
    const page = await visitor.get("/de");
    expect(readHiddenField(page.body, "formToken")).toBe("");
    const confirmationPage = await visitor.oldBrowser.post("/de/consent", {
      choice: "all",
      returnTo: "/de/social",
    });
    expect(confirmationPage.status).toBe(200);
    expect(confirmationPage.body).toContain("Ist das Ihre Auswahl?");
    expect(visitor.cookies.has("consent")).toBe(false);

    const forgedFields = { formToken: "forged", analytics: "on", marketing: "on", returnTo: "/de/social" };
    expect((await visitor.oldBrowser.post("/de/consent", forgedFields)).status).toBe(200);
    expect(visitor.cookies.has("consent")).toBe(false);

    const formToken = readHiddenField(confirmationPage.body, "formToken");
    const savedChoice = await visitor.oldBrowser.post("/de/consent", { ...forgedFields, formToken });
    expect(savedChoice).toMatchObject({ status: 303, location: "/de/social" });
    expect(visitor.cookies.get("consent")).toBe("a1m1");
    expect((await visitor.get("/de/social")).body).toContain("Ihre Auswahl ist gespeichert.");
  });

  it("gets 403 for privacy choices from another site, while a GET request to /consent gets 404", async () => {
    const visitor = createHttpVisitor(site);
    const foreignOrigin = { Origin: "https://evil.example" };
    expect((await visitor.oldBrowser.post("/consent", { choice: "all" }, foreignOrigin)).status).toBe(403);
    expect((await visitor.get("/consent")).status).toBe(404);
  });
});

describe("HTTP methods", () => {
  it.each(["PUT", "PATCH", "DELETE", "TRACE", "OPTIONS", "PROPFIND"])(
    "get 405 with an Allow header and an error page: %s",
    async (method) => {
      const response = await sendRequest(`${method} /de HTTP/1.1`);
      expectPage(response, 405, refusedHeading);
      expect(response?.headers.get("allow")).toBe("GET, HEAD, POST");
    },
  );

  it.each(["FOO /de HTTP/1.1", "CONNECT club.example:443 HTTP/1.1"])(
    "get 405 with an Allow header: %s",
    async (line) => {
      const response = await sendRequest(line);
      expect(response?.status).toBe(405);
      expect(response?.headers.get("allow")).toBe("GET, HEAD, POST");
    },
  );

  it.each(["/pl/registration/deny", "/pl/membership-interest", "/pl/products/ombrelune"])(
    "include no POST at a page without an action, where POST gets 405: %s",
    async (path) => {
      const response = await createRawFormRequest(path, "intent=x", { Origin: site.origin });
      expect(response?.status).toBe(405);
      expect(response?.headers.get("allow")).toBe("GET, HEAD");
      expect(response?.body).toContain('lang="pl-PL"');
    },
  );

  it("include HEAD, which gets 200 without a body", async () => {
    const response = await sendRequest("HEAD /de HTTP/1.1");
    expect(response).toMatchObject({ status: 200, body: "" });
  });
});

describe("Host header", () => {
  it.each(["a b", "evil.example/path", "user@evil.example", "<script>", "", "x".repeat(300)])(
    "gets 400 if its value is '%s'",
    async (host) => {
      expectPage(await sendRequest("GET /de HTTP/1.1", { Host: host }), 400, refusedHeading);
    },
  );

  it("gets 400 if it is sent twice", async () => {
    const request = `GET /de HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n`;
    expect((await sendRawBytes(port, request))?.status).toBe(400);
  });

  it("does not affect links and redirects, which always use PUBLIC_ORIGIN", async () => {
    const response = await sendRequest("GET /de HTTP/1.1", {
      Host: "evil.example",
      "X-Forwarded-Host": "evil.example",
    });
    expect(response?.status).toBe(200);
    expect(response?.body).toContain(`<link rel="canonical" href="${site.origin}/de"`);
    expect(response?.body).not.toContain("evil.example");
  });
});

describe("request body", () => {
  it.each(["application/json", "text/plain", "application/xml", "multipart/form-data; boundary=x", ""])(
    "gets 415 with the content type '%s'",
    async (type) => {
      const response = await createRawFormRequest("/", "registrationCode=WELCOME", {
        "Content-Type": type,
        Origin: site.origin,
      });
      expectPage(response, 415, refusedHeading);
    },
  );

  it("gets 413 before it arrives if its declared length is 20 MB", async () => {
    const headers = { Origin: site.origin, "Content-Length": String(20 * 1024 * 1024) };
    expectPage(await createRawFormRequest("/", "registrationCode=WELCOME", headers), 413, refusedHeading);
  });

  it("gets 413 if it does not end, and the connection closes", async () => {
    const requestHead = createRawRequest("POST /de HTTP/1.1", {
      Host: `localhost:${port}`,
      ...acceptHeaders,
      Origin: site.origin,
      "Content-Type": "application/x-www-form-urlencoded",
      "Transfer-Encoding": "chunked",
    });
    const socket = openRawSocket(port, requestHead);
    const response = readResponse(socket);
    const chunk = `1000\r\n${"x".repeat(4096)}\r\n`;
    const writeMore = (): void => {
      let hasBufferSpace = true;
      while (hasBufferSpace && socket.writable) hasBufferSpace = socket.write(chunk);
    };
    socket.on("drain", writeMore);
    writeMore();
    expectPage(await response, 413, refusedHeading);
  });
});

describe("malformed paths", () => {
  it.each([
    "//evil.example/x",
    "/%2e%2e%2fadmin",
    "/de/..%2f..%2fetc/passwd",
    "/de/%0d%0aSet-Cookie:x=1",
    "/de/%00",
    "/de/%ff",
    "/de\\admin",
    `/${"a".repeat(3000)}`,
  ])("get 404: %s", async (path) => {
    const response = await sendRequest(`GET ${path} HTTP/1.1`);
    expectPage(response, 404, missingHeading);
    expect(response?.headers.get("set-cookie") ?? "").not.toContain("x=1");
  });

  it("lead to the start page if a form submits them as its return path, and inject no headers", async () => {
    const visitor = createHttpVisitor(site);
    for (const returnTo of [
      "/x\r\nSet-Cookie: a=b",
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
    ]) {
      const response = await visitor.post("/language", { locale: "de", returnTo });
      expect(response).toMatchObject({ status: 303, location: "/de/" });
      expect(visitor.cookies.has("a")).toBe(false);
    }
  });
});

describe("codes in links", () => {
  afterEach(() => site.clearFaults());

  it.each([
    ["a code of 8 KB", `rc=${"x".repeat(8192)}`],
    ["a code with a letter of another alphabet", "rc=WELC%D0%9EME"],
    ["two codes in one link", "rc=WELCOME&rc=VIP2026"],
  ])("count as damaged, without a call to acq: %s", async (_description, query) => {
    await site.addFault({ operationName: "*", kind: "status", value: 502, times: 9 });
    for (const path of ["/de", "/de/registration/formstarted"]) {
      const response = await createHttpVisitor(site).get(`${path}?${query}`);
      expect(response).toMatchObject({ status: 303, location: "/de/registration/deny?reason=link" });
    }
  });

  it.each([
    ["NUL", "rc=WEL%00COME"],
    ["direction marks", "rc=WEL%E2%80%AECOME"],
  ])("open the page even if they contain %s", async (_description, query) => {
    for (const path of ["/de", "/de/registration/formstarted"])
      expect(await createHttpVisitor(site).get(`${path}?${query}`)).toMatchObject({ status: 200 });
  });

  it.each(["rc=", "rc=%20"])("count as missing, without a call to acq: %s", async (query) => {
    await site.addFault({ operationName: "*", kind: "status", value: 502, times: 9 });
    const gatePage = await createHttpVisitor(site).get(`/de?${query}`);
    expect(gatePage.status).toBe(200);
    expect(gatePage.body).toContain('name="registrationCode"');
  });
});

describe("invalid cookie values", () => {
  it.each(["nonsense", "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..x.y.z", "%ff%fe", "a".repeat(2000)])(
    "have no effect: %s",
    async (value) => {
      const visitor = createHttpVisitor(site);
      for (const name of ["draft", "sid", "auth.token", "lang", "locale", "consent", "tz"])
        visitor.cookies.set(name, value);
      const landingPage = await visitor.get("/", { "Accept-Language": "de" });
      expect(landingPage.status).toBe(200);
      expect(landingPage.body).toContain('lang="de-DE"');
      visitor.cookies.set("draft", value);
      const finishedResponse = await visitor.get("/de/registration/formfinished");
      expect(finishedResponse).toMatchObject({ status: 303, location: "/de" });
      expect((await visitor.get("/de/invite")).location).toMatch(/^\/de\/login\?/);
    },
  );
});
