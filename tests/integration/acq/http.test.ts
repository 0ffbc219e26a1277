import { request } from "node:http";
import { expect, it } from "vitest";
import { startTestAcq, type TestAcq } from "./support/test-acq";

interface RequestOptions {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request that fetch does not allow. */
function sendRequest(
  acq: TestAcq,
  { method = "POST", path = "/graphql", headers = {}, body = "" }: RequestOptions,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { method, path, port: acq.port, host: "127.0.0.1" };
    request({ ...options, headers: { "Content-Type": "application/json", ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end(body);
  });
}

const query = { body: '{"query":"{viewer{id}}"}' };
const createReboundRequest = (headers: Record<string, string>): RequestOptions => ({
  ...query,
  headers: { Host: "rebound.example", ...headers },
});
const createOutboxRequest = (headers: Record<string, string>): RequestOptions => ({
  method: "GET",
  path: "/outbox.json",
  headers,
});

it.each<[string, number, RequestOptions]>([
  ["a query", 200, { body: '{"query":"{viewer{id}}"}' }],
  ["another method", 405, { method: "GET" }],
  ["another site's preflight", 405, { method: "OPTIONS" }],
  [
    "a form",
    415,
    { headers: { "Content-Type": "application/x-www-form-urlencoded" }, body: "query={viewer{id}}" },
  ],
  ["invalid JSON", 400, { body: "{" }],
  ["a body over 64 KiB", 413, { body: "x".repeat(64 * 1024 + 1) }],
  ["a body far over 64 KiB", 413, { body: "x".repeat(5_000_000) }],
  ["a foreign Host header", 421, { headers: { Host: "rebound.example" } }],
  [
    "a foreign Host header with X-Forwarded-Host localhost",
    421,
    createReboundRequest({ "X-Forwarded-Host": "localhost" }),
  ],
  ["a request from another site", 403, { ...query, headers: { Origin: "https://elsewhere.example" } }],
  ["a request with Origin null", 403, { ...query, headers: { Origin: "null" } }],
  ["a request from another local port", 403, { ...query, headers: { Origin: "http://localhost:1" } }],
  ["an outbox request from another site", 403, createOutboxRequest({ Origin: "https://elsewhere.example" })],
  [
    "an outbox request from the same origin",
    200,
    createOutboxRequest({ Host: "localhost:1", Origin: "http://localhost:1" }),
  ],
  ["the Host localhost", 200, { headers: { Host: "localhost:9090" }, body: '{"query":"{viewer{id}}"}' }],
  ["an unknown path", 404, { method: "GET", path: "/" }],
  ["an invalid path", 404, { method: "GET", path: "//" }],
  ["a request for faults that are not enabled", 404, { path: "/faults", body: "{}" }],
  ["another method for the welcome page", 405, { method: "PUT", path: "/welcome" }],
])("embedded acq answers %s with %i", async (_description, status, request) => {
  const acq = await startTestAcq();
  expect(await sendRequest(acq, request)).toBe(status);
});

it("embedded acq sends no CORS header to a page of another site", async () => {
  const acq = await startTestAcq();
  const { headers } = await fetch(`${acq.url}/outbox.json`, {
    headers: { Origin: "https://elsewhere.example" },
  });
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

it("embedded acq logs an internal error, and hides the details from the caller", async () => {
  const lines: string[] = [];
  const acq = await startTestAcq({
    log: (line) => lines.push(line),
    now: () => {
      if (lines.length > 0 || !isStarted) return 0;
      throw new Error("a secret");
    },
  });
  isStarted = true;
  const response = await fetch(`${acq.url}/graphql`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"query":"{viewer{id}}"}',
  });
  expect([response.status, await response.text()]).toEqual([500, "Internal error\n"]);
  expect(lines).toEqual(["a request failed: Error"]);
});
let isStarted = false;
