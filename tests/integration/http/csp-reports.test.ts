import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createCspReportStep } from "~/server/steps/csp-reports.server";
import { siteOrigin, type ReportSite, startReportSite } from "./report-site";

const countedDirectives: string[] = [];
let site: ReportSite;

beforeEach(async () => {
  countedDirectives.length = 0;
  site = await startReportSite((path, services) =>
    createCspReportStep(path, { ...services, count: (directive) => countedDirectives.push(directive) }),
  );
});
afterEach(() => site.stop());

function sendReport(body: unknown, headers: Record<string, string> = {}): Promise<number> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return site.send(text, { "Content-Type": "application/csp-report", ...headers });
}

const createReportBody = (directive: string, blockedUri: string) => ({
  "csp-report": { "violated-directive": directive, "blocked-uri": blockedUri, "script-sample": "canary" },
});

describe("log of CSP reports", () => {
  it("contains one line a minute for 200 equal reports, with directive, origin and count", async () => {
    for (let network = 0; network < 20; network += 1)
      for (let reportIndex = 0; reportIndex < 10; reportIndex += 1)
        expect(
          await sendReport(
            createReportBody("img-src 'self'", "https://evil.example:8443/zoe@example.com/path?rc=WELCOME#x"),
            {
              "X-Forwarded-For": `192.0.2.${network}`,
            },
          ),
        ).toBe(204);
    expect(site.lines).toEqual([]);
    expect(site.advanceMinute()).toEqual([
      { directive: "img-src", blocked: "https://evil.example:8443", count: 200 },
    ]);
    vi.advanceTimersByTime(600_000);
    expect(site.lines).toHaveLength(1);
    expect(countedDirectives).toHaveLength(200);
  });

  it("contains each CSP violation of a Reporting API request, and no other kind of report", async () => {
    const createReport = (effectiveDirective: string, blockedURL: string, type = "csp-violation") => ({
      type,
      body: { effectiveDirective, blockedURL, sample: "canary" },
    });
    const reports = [
      createReport("script-src-elem", "inline"),
      createReport("x", "y", "deprecation"),
      createReport("style-src", "eval"),
    ];
    expect(await sendReport(reports, { "Content-Type": "application/reports+json" })).toBe(204);
    expect(site.advanceMinute()).toEqual([
      { directive: "script-src-elem", blocked: "inline", count: 1 },
      { directive: "style-src", blocked: "eval", count: 1 },
    ]);
  });

  it.each([
    ["an unknown directive", "canary-src", "inline", { directive: "other", blocked: "inline" }],
    ["an unknown keyword", "img-src", "canary", { directive: "img-src", blocked: "other" }],
    ["a data URL", "img-src", "data:text/plain,canary", { directive: "img-src", blocked: "data" }],
    [
      "the URL of a browser extension",
      "script-src",
      "chrome-extension://canary/x",
      { blocked: "chrome-extension" },
    ],
    ["a blob URL", "worker-src", "blob:https://canary.example/1", { blocked: "blob" }],
    ["an unknown scheme", "img-src", "canary:x", { blocked: "other" }],
    ["a host that is too long", "img-src", `https://${"canary.".repeat(30)}example/`, { blocked: "other" }],
    [
      "a user name and a password in the URL",
      "img-src",
      "https://canary:canary@a.example/",
      { blocked: "https://a.example" },
    ],
  ])("omits private details from a report with %s", async (_description, directive, blockedUri, expected) => {
    await sendReport(createReportBody(directive, blockedUri));
    expect(site.advanceMinute()).toMatchObject([expected]);
    expect(JSON.stringify(site.lines)).not.toContain("canary");
  });

  it("contains at most 20 lines a minute, one of which counts all further reports", async () => {
    for (let reportIndex = 0; reportIndex < 50; reportIndex += 1)
      await sendReport(createReportBody("img-src", `https://host-${reportIndex}.example/`));
    expect(site.advanceMinute()).toHaveLength(20);
    expect(site.lines).toContainEqual({ directive: "other", blocked: "other", count: 31 });
  });
});

describe("CSP report endpoint", () => {
  it.each([
    ["from another site", 403, { Origin: "https://evil.example" }],
    ["with Origin null", 403, { Origin: "null" }],
    ["of the content type text/plain", 415, { "Content-Type": "text/plain" }],
    ["with a compressed body", 415, { "Content-Encoding": "gzip" }],
  ])("rejects a report %s with %i and does not count it", async (_description, status, headers) => {
    expect(await sendReport(createReportBody("img-src", "inline"), headers)).toBe(status);
    expect(countedDirectives).toEqual([]);
  });

  it.each([
    ["a body that is not JSON", 400, "{"],
    ["JSON without a report", 400, '{"a":1}'],
    ["a body of 17 KB", 413, createReportBody("img-src", "x".repeat(17_000))],
  ])("rejects %s with %i and does not count it", async (_description, status, body) => {
    expect(await sendReport(body)).toBe(status);
    expect(countedDirectives).toEqual([]);
  });

  it("requires a Referer of the site if the browser sends neither Origin nor Sec-Fetch-Site", async () => {
    const postReport = (headers: Record<string, string>) =>
      fetch(site.url, {
        method: "POST",
        body: JSON.stringify(createReportBody("img-src", "inline")),
        headers: { "Content-Type": "application/csp-report", ...headers },
      }).then(({ status }) => status);
    expect(await postReport({})).toBe(403);
    expect(await postReport({ Referer: "https://evil.example/" })).toBe(403);
    expect(await postReport({ Referer: `${siteOrigin}/de` })).toBe(204);
  });

  it("rejects the 61st report of one network within a minute with 429", async () => {
    for (let reportIndex = 0; reportIndex < 60; reportIndex += 1)
      expect(await sendReport(createReportBody("img-src", "inline"))).toBe(204);
    expect(await sendReport(createReportBody("img-src", "inline"))).toBe(429);
    expect(
      await sendReport(createReportBody("img-src", "inline"), { "X-Forwarded-For": "198.51.100.1" }),
    ).toBe(204);
    expect(countedDirectives).toHaveLength(61);
  });

  it("rejects the 241st report of a /56 within a minute, from any of its /64s", async () => {
    const sendReportFrom = (network: number) =>
      sendReport(createReportBody("img-src", "inline"), { "X-Forwarded-For": `2001:db8:0:a0${network}::1` });
    for (const network of [0, 1, 2, 3])
      for (let reportIndex = 0; reportIndex < 60; reportIndex += 1)
        expect(await sendReportFrom(network)).toBe(204);
    expect(await sendReportFrom(4)).toBe(429);
  });
});
