import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createBrowserFailureStep } from "~/server/steps/browser-failures.server";
import { type ReportSite, startReportSite } from "./report-site";

const countedKinds: string[] = [];
let site: ReportSite;

beforeEach(async () => {
  countedKinds.length = 0;
  site = await startReportSite((path, services) =>
    createBrowserFailureStep(path, { ...services, count: (kind) => countedKinds.push(kind) }),
  );
});
afterEach(() => site.stop());

/** Sends a text like `navigator.sendBeacon`. */
function sendReport(body: string, headers: Record<string, string> = {}): Promise<number> {
  return site.send(body, { "Content-Type": "text/plain;charset=UTF-8", ...headers });
}

describe("endpoint for browser failure reports", () => {
  it("counts each report, and logs each kind of failure once a minute", async () => {
    for (const kind of ["hydration", "changed-page", "hydration"])
      expect(await sendReport(JSON.stringify({ kind }))).toBe(204);
    expect(countedKinds).toEqual(["hydration", "changed-page", "hydration"]);
    expect(site.lines).toEqual([]);
    expect(site.advanceMinute()).toEqual([
      { kind: "hydration", count: 2 },
      { kind: "changed-page", count: 1 },
    ]);
  });

  it("logs the kind of a failure, but no message or URL from the report", async () => {
    expect(await sendReport('{"kind":"error","message":"canary","url":"/?rc=canary"}')).toBe(204);
    expect(site.advanceMinute()).toEqual([{ kind: "error", count: 1 }]);
  });

  it.each([
    ["with an unknown kind", 400, '{"kind":"canary"}', {}],
    ["with a body that is not JSON", 400, "canary", {}],
    ["with a body of 17 KB", 413, "x".repeat(17_000), {}],
    ["from another site", 403, '{"kind":"error"}', { Origin: "https://evil.example" }],
    ["with the media type application/xml", 415, '{"kind":"error"}', { "Content-Type": "application/xml" }],
  ])("rejects a report %s with %i and does not count it", async (_description, status, body, headers) => {
    expect(await sendReport(body, headers)).toBe(status);
    expect(countedKinds).toEqual([]);
  });
});
