import express from "express";
import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { browserFailureReports } from "~/server/browser-reports/browser-failures.server";
import { close, listen } from "../support/local-server";

const own = "https://club.example";
const lines: object[] = [];
const counted: string[] = [];
let url: string;
let stop: () => Promise<void>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  lines.length = 0;
  counted.length = 0;
  const nothing = () => undefined;
  const warn = (facts: object) => void lines.push(facts);
  const app = express();
  app.use(
    browserFailureReports("/browser-reports", {
      log: { debug: nothing, info: nothing, warn, error: nothing, fatal: nothing },
      clientAddress: () => "192.0.2.1",
      isOwnOrigin: (origin) => origin === own,
      count: (kind) => counted.push(kind),
    }),
  );
  const server = createServer(app);
  url = `http://127.0.0.1:${await listen(server)}/browser-reports`;
  stop = () => close(server);
});
afterEach(async () => {
  vi.useRealTimers();
  await stop();
});

async function send(body: string, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(url, {
    method: "POST",
    body,
    headers: { Origin: own, "Content-Type": "text/plain;charset=UTF-8", ...headers },
  });
  await answer.body?.cancel();
  return answer.status;
}

describe("reports of browser failures", () => {
  it("counts each report and logs each kind once a minute", async () => {
    for (const kind of ["hydration", "changed-page", "hydration"])
      expect(await send(JSON.stringify({ kind }))).toBe(204);
    expect(counted).toEqual(["hydration", "changed-page", "hydration"]);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([
      { kind: "hydration", count: 2 },
      { kind: "changed-page", count: 1 },
    ]);
  });

  it("logs nothing of a report but its kind", async () => {
    expect(await send('{"kind":"error","message":"canary","url":"/?rc=canary"}')).toBe(204);
    vi.advanceTimersByTime(60_000);
    expect(lines).toEqual([{ kind: "error", count: 1 }]);
  });

  it.each([
    ["an unknown kind", 400, '{"kind":"canary"}', {}],
    ["a body that is not JSON", 400, "canary", {}],
    ["a body of 17 KB", 413, "x".repeat(17_000), {}],
    ["another site", 403, '{"kind":"error"}', { Origin: "https://evil.example" }],
    ["another media type", 415, '{"kind":"error"}', { "Content-Type": "application/xml" }],
  ])("rejects %s with %i and counts nothing", async (_what, status, body, headers) => {
    expect(await send(body, headers)).toBe(status);
    expect(counted).toEqual([]);
  });
});
