import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGuardedApp, type GuardedApp } from "./guarded-app";
import { createRawPost, createRawRequest, sendRawBytes } from "./raw-http";

let app: GuardedApp;
beforeAll(async () => {
  app = await startGuardedApp();
});
afterAll(() => app.close());

describe("request guard for methods", () => {
  it.each(["TRACE", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "FOO", "get"])(
    "rejects %s with 405 and Allow",
    async (method) => {
      const response = await sendRawBytes(app.port, createRawRequest(`${method} / HTTP/1.1`));
      expect(response?.status).toBe(405);
      expect(response?.headers.get("allow")).toBe("GET, HEAD, POST");
    },
  );

  it("rejects CONNECT with 405", async () => {
    const response = await sendRawBytes(
      app.port,
      "CONNECT localhost:3000 HTTP/1.1\r\nHost: localhost:3000\r\n\r\n",
    );
    expect(response?.status).toBe(405);
  });

  it.each(["GET", "HEAD"])("accepts %s", async (method) => {
    expect((await sendRawBytes(app.port, createRawRequest(`${method} /promo HTTP/1.1`)))?.status).toBe(200);
  });

  it("removes the body of a GET request", async () => {
    const request = createRawRequest("GET /promo HTTP/1.1", { "Content-Length": "7" }, "list[1]");
    expect((await sendRawBytes(app.port, request))?.body).toBe("GET /promo -");
  });

  it.each(["websocket", "WebSocket"])("rejects an upgrade to %s with 400", async (protocol) => {
    const upgradeHeaders = { Connection: "Upgrade, close", Upgrade: protocol, "Sec-WebSocket-Key": "x" };
    expect((await sendRawBytes(app.port, createRawRequest("GET / HTTP/1.1", upgradeHeaders)))?.status).toBe(
      400,
    );
  });

  it("treats an upgrade to HTTP/2 as an ordinary GET", async () => {
    const upgradeHeaders = {
      Connection: "Upgrade, HTTP2-Settings, close",
      Upgrade: "h2c",
      "HTTP2-Settings": "AAMAAABk",
    };
    expect((await sendRawBytes(app.port, createRawRequest("GET / HTTP/1.1", upgradeHeaders)))?.status).toBe(
      200,
    );
  });
});

describe("request guard for the Host header", () => {
  it.each([
    "exa mple.com",
    "example.com/x",
    "a@example.com",
    "<script>",
    "example.com:",
    "example.com:99999",
    "example.com:80:80",
    "999.999.999.999",
    "[::1",
    "a".repeat(256),
    "ex\xe4mple.com",
    "",
  ])("rejects %j with 400", async (host) => {
    expect((await sendRawBytes(app.port, createRawRequest("GET / HTTP/1.1", { Host: host })))?.status).toBe(
      400,
    );
  });

  it.each(["localhost:3000", "club.example", "127.0.0.1:80", "[::1]:3000"])("accepts %s", async (host) => {
    expect((await sendRawBytes(app.port, createRawRequest("GET / HTTP/1.1", { Host: host })))?.status).toBe(
      200,
    );
  });

  it.each([
    ["missing", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["missing in HTTP/1.0", "GET / HTTP/1.0\r\n\r\n"],
    ["given twice", "GET / HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n"],
  ])("rejects a Host header that is %s with 400", async (_name, request) => {
    expect((await sendRawBytes(app.port, request))?.status).toBe(400);
  });
});

describe("request guard for paths", () => {
  it.each([
    "//evil.example/x",
    "/promo//evil.example",
    "/\\evil.example",
    "/%5cevil.example",
    "/%2f%2fevil.example",
    "/%2e%2e%2fsecret",
    "/promo/%2E%2E/secret",
    "/../secret",
    "/promo/./x",
    "/promo%00",
    "/promo%0d%0aSet-Cookie:x=1",
    "/promo%0A",
    "/promo%7f",
    "/%",
    "/%zz",
    "/%ff",
    "/%c0%af",
    "/<script>",
    '/"quoted"',
    "/a|b",
    "/#hash",
    `/${"a".repeat(2048)}`,
    "http://evil.example/promo",
    "http://[",
    "*",
  ])("rejects %j with 404", async (path) => {
    expect((await sendRawBytes(app.port, createRawRequest(`GET ${path} HTTP/1.1`)))?.status).toBe(404);
  });

  it.each([
    "/",
    "/de/registration/formstarted",
    "/promo?rc=%00%0d%0a&rc=//x",
    `/?rc=${"a".repeat(8192)}`,
    "/assets/entry.client-B_x~1.js",
    "/_root.data?_routes=root",
    "/caf%C3%A9",
    "/promo?",
    "/promo??",
  ])("accepts %j unchanged", async (path) => {
    const response = await sendRawBytes(app.port, createRawRequest(`GET ${path} HTTP/1.1`));
    expect(response?.body).toBe(`GET ${path} -`);
  });
});

describe("request guard for content types", () => {
  it.each([
    "application/json",
    "text/plain",
    "application/xml",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencodedx",
    "application/x-www-form-urlencoded, application/json",
    "",
  ])("rejects %j with 415", async (contentType) => {
    const request = createRawPost("/language", "{}", { "Content-Type": contentType });
    expect((await sendRawBytes(app.port, request))?.status).toBe(415);
  });

  it("rejects a compressed form with 415", async () => {
    const request = createRawPost("/language", "intent=x", { "Content-Encoding": "gzip" });
    expect((await sendRawBytes(app.port, request))?.status).toBe(415);
  });

  it.each([
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=UTF-8",
    'Application/X-WWW-Form-urlencoded;charset="utf-8"',
  ])("accepts %j", async (contentType) => {
    const request = createRawPost("/language", "intent=x", { "Content-Type": contentType });
    expect((await sendRawBytes(app.port, request))?.body).toBe("POST /language intent=x");
  });
});

it("request guard logs the reason of a rejection, without data that the client sent", async () => {
  const lineCount = app.lines.length;
  await sendRawBytes(app.port, createRawPost("/canary%00", "canary=1", { Host: "canary.example" }));
  expect(app.lines.slice(lineCount)).toEqual(["refused with 404: path"]);
});
