import { afterAll, beforeAll, expect, it } from "vitest";
import { prepareOverloadPages } from "~/server/overload/overload.server";
import { openRawSocket, createRawRequest, readResponse } from "../http/raw-http";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";
import { computeMaxScore, computeScore } from "./observatory";
import { createConfig } from "../../support/configuration";

const secureVariables = { PUBLIC_ORIGIN: "https://club.example", ACQ_EMBEDDED_PUBLIC: "true" };

let site: Velvetgate;
beforeAll(async () => {
  site = await startVelvetgate({
    env: { ...secureVariables, SECURITY_CONTACT: "mailto:security@club.example" },
  });
});
afterAll(() => site.stop());

async function expectMaxScore(url: string, requestInit: RequestInit = {}): Promise<Response> {
  const response = await fetch(url, { redirect: "manual", ...requestInit });
  await response.body?.cancel();
  const cookies = response.headers.getSetCookie();
  expect(computeScore(new Map(response.headers), cookies), url).toBe(computeMaxScore(cookies));
  return response;
}

const form = { method: "POST", body: new URLSearchParams({ intent: "x" }) };

it.each<[kind: string, path: string, status: number, init?: RequestInit]>([
  ["a shared page", "/", 200],
  ["a shared page with a language prefix", "/de", 200],
  ["a personalized page", "/de/registration/formstarted?rc=WELCOME", 200],
  ["a page with a form", "/de/login", 200],
  ["a redirect", "/nobody/knows/this", 302],
  ["a missing page", "/de/error/404", 404],
  ["a refused page", "/s/not-a-token", 404],
  ["a refused form", "/de/login", 403, { ...form, headers: { Origin: "https://evil.example" } }],
  ["a refused method", "/de", 405, { method: "DELETE" }],
  ["a privacy choice that needs a confirmation", "/consent", 200, form],
  ["a file", "/icon.svg", 200],
  ["a file of the operator", "/entrance/cmp/js/cmp_min.js", 200],
  ["the defaults", "/acquisition/defaults.json", 200],
  ["a missing file", "/nothing.png", 404],
  ["a text", "/robots.txt", 200],
  ["security.txt", "/.well-known/security.txt", 200],
  ["a probe", "/healthz", 200],
  ["the readiness probe", "/readyz", 200],
  ["a rejected report", "/csp-reports", 403, { method: "POST", body: "{}" }],
])(
  "response with %s (%s) has the full score of the Mozilla Observatory",
  async (_kind, path, status, requestInit) => {
    expect((await expectMaxScore(`${site.origin}${path}`, requestInit)).status).toBe(status);
  },
);

it("files that a page loads have the full score of the Mozilla Observatory", async () => {
  const page = await (await fetch(`${site.origin}/de`)).text();
  const assetPaths = new Set([...page.matchAll(/"(\/assets\/[^"#]+)"/g)].map(([, path]) => path ?? ""));
  expect(assetPaths.size).toBeGreaterThan(3);
  for (const path of assetPaths) await expectMaxScore(`${site.origin}${path}`);
});

it.each([
  ["a method that no standard names", "FOO / HTTP/1.1", {}, 405],
  ["a tunnel", "CONNECT club.example:443 HTTP/1.1", {}, 405],
  ["headers that are too large", "GET / HTTP/1.1", { "X-Large": "x".repeat(40_000) }, 431],
  ["an expectation", "GET / HTTP/1.1", { Expect: "the-impossible" }, 417],
])(
  "responses sent before any handler runs (%s) have the full score of the Mozilla Observatory",
  async (_kind, line, headers, status) => {
    const port = Number(new URL(site.origin).port);
    const response = await readResponse(openRawSocket(port, createRawRequest(line, headers)));
    expect(response?.status).toBe(status);
    expect(computeScore(response?.headers ?? new Map(), [])).toBe(130);
  },
);

it("response to a request without a Host header has the full score of the Mozilla Observatory", async () => {
  const port = Number(new URL(site.origin).port);
  const response = await readResponse(openRawSocket(port, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"));
  expect(response?.status).toBe(400);
  expect(computeScore(response?.headers ?? new Map(), [])).toBe(130);
});

it("overload pages have the full score of the Mozilla Observatory", async () => {
  const config = createConfig({ ...secureVariables, ACQ_EMBEDDED: "true", NODE_ENV: "production" });
  for (const { rawHeaders } of (await prepareOverloadPages(config)).values()) {
    const pairs = rawHeaders.flatMap((name, index) =>
      index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] as const] : [],
    );
    expect(computeScore(new Map(pairs), [])).toBe(130);
  }
});

it("maintenance page has the full score of the Mozilla Observatory", async () => {
  const maintenanceSite = await startVelvetgate({ env: { ...secureVariables, MAINTENANCE: "true" } });
  try {
    expect((await expectMaxScore(`${maintenanceSite.origin}/de`)).status).toBe(503);
  } finally {
    await maintenanceSite.stop();
  }
});
