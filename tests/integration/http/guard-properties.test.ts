import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isUnambiguousPath } from "~/server/guard/guard-target.server";
import { startGuardedApp, type GuardedApp } from "./guarded-app";
import { createRawPost, createRawRequest, readResponse, openRawSocket, sendRawBytes } from "./raw-http";

let app: GuardedApp;
beforeAll(async () => {
  app = await startGuardedApp();
});
afterAll(() => app.close());

/** Generates bytes as a latin1 string: random bytes, or mostly bytes with a meaning in a URL. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((byteArray) => Buffer.from(byteArray).toString("latin1")),
  fc.string({ unit: fc.constantFrom(...Array.from("/\\.%2eEfF5c00da?#[]@:&=;a \r\n")), maxLength: 40 }),
);

/**
 * Sends the request and closes the sending side of the connection. The server thus responds even if the random bytes
 * make the request incomplete.
 */
async function sendRawRequest(request: string) {
  const socket = openRawSocket(app.port, request);
  socket.end();
  return readResponse(socket);
}

it.each<[string, (text: string) => string]>([
  ["in the path", (text) => createRawRequest(`GET /${text} HTTP/1.1`)],
  ["as the request target", (text) => createRawRequest(`GET ${text} HTTP/1.1`)],
  ["as a host in the request target", (text) => createRawRequest(`GET http://${text} HTTP/1.1`)],
  ["in the query", (text) => createRawRequest(`GET /?rc=${text} HTTP/1.1`)],
  ["in Host", (text) => createRawRequest("GET / HTTP/1.1", { Host: text })],
  ["in Origin", (text) => createRawPost("/apply", "intent=x", { Origin: `http://${text}` })],
  ["in Content-Type", (text) => createRawPost("/apply", "intent=x", { "Content-Type": text })],
  ["in the body", (text) => createRawPost("/language", text)],
  ["as the method", (text) => createRawRequest(`${text} / HTTP/1.1`)],
  ["as the whole request", (text) => text],
])("random bytes %s never cause a 5xx response", async (_name, request) => {
  await fc.assert(
    fc.asyncProperty(bytes, async (text) => {
      const response = await sendRawRequest(request(text));
      expect(response?.status ?? 0, JSON.stringify(response)).toBeLessThan(500);
    }),
    { numRuns: 150 },
  );
  expect((await sendRawBytes(app.port, createRawRequest("GET / HTTP/1.1")))?.status).toBe(200);
});

it("paths that the guard accepts stay unchanged in a URL, and contain no dot segments or control characters", () => {
  const path = bytes.map((text) => `/${text}`).filter((text) => isUnambiguousPath(text));
  fc.assert(
    fc.property(path, (text) => {
      const url = new URL(text, "http://own.example");
      expect([url.origin, url.pathname]).toEqual(["http://own.example", text]);
      expect(decodeURIComponent(text)).not.toMatch(/[\\\p{Cc}]|\/\/|(^|\/)\.\.?(\/|$)/u);
    }),
    { numRuns: 1000 },
  );
});
