import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEnvelopeSink, type EnvelopeSink, type ReportedEvent } from "../../support/envelope-sink";
import { findLinesWithMessage } from "../../support/log-lines";
import { createFaultHeaders, startFaultySite, type FaultPlace } from "../../support/faulty-site";
import type { Velvetgate } from "../../support/velvetgate";
import { filledForm, createHttpVisitor } from "./http-visitor";

const form = "/de/registration/formstarted";
const idPattern = /acq-frontend-[0-9a-f-]{36}/;

let sentryServer: EnvelopeSink;
let site: Velvetgate;
beforeAll(async () => {
  sentryServer = await startEnvelopeSink({ defaults: { environment: "staging" } });
  site = await startFaultySite({ SENTRY_DSN: sentryServer.dsn, DEFAULTS_URL: sentryServer.defaultsFileUrl });
});
afterAll(async () => {
  await site.stop();
  await sentryServer.stop();
});

/** Waits for the error report with this error reference. */
async function waitForReport(id: string, reportSink = sentryServer): Promise<ReportedEvent> {
  const findReport = () => reportSink.events().find(({ tags }) => tags["correlation_id"] === id);
  await expect.poll(findReport, { timeout: 10_000 }).toBeDefined();
  const report = findReport();
  if (!report) throw new Error("not reported");
  return report;
}

const findLogLines = (text: string) =>
  site
    .log()
    .split("\n")
    .filter((line) => line.includes(text))
    .join("\n");

const unexpectedError = "unexpected error: the visitor gets the error page";

describe("unexpected error", () => {
  it.each<[FaultPlace, string, string]>([
    ["loader", `${form}?rc=WELCOME`, "/registration/formstarted"],
    ["render", "/de?utm_source=x&rc=WELCOME", "/:slug?"],
  ])(
    "causes a report with the id that the page shows, if it occurs in a %s",
    async (faultPlace, path, route) => {
      const response = await createHttpVisitor(site).get(path, createFaultHeaders(faultPlace, "?rc=WELCOME"));
      expect(response.status).toBe(500);
      const [id = ""] = idPattern.exec(response.body) ?? [];
      expect(id).not.toBe("");
      const event = await waitForReport(id);
      expect(event).toMatchObject({
        release: "r1",
        environment: "staging",
        level: "error",
        request: { method: "GET" },
      });
      expect(event.request?.url).toBe(route);
      const exceptionValues = event.exception?.values ?? [];
      expect(exceptionValues.map(({ type }) => type)).toEqual(["TypeError", "Error"]);
      expect(exceptionValues.map(({ value }) => value)).toEqual(["", unexpectedError]);
      const stackTraceFiles = exceptionValues.flatMap(
        ({ stacktrace }) => stacktrace?.frames.map(({ filename }) => filename) ?? [],
      );
      expect(stackTraceFiles.some((file) => file.startsWith("app:///"))).toBe(true);
      expect(stackTraceFiles.join("\n")).not.toContain(process.cwd());
      expect(JSON.stringify(event)).not.toMatch(/WELCOME|behind it/);
      await expect
        .poll(() => findLogLines(id))
        .toMatch(/"type":"Error","stack":"at .*app:\/\/\/.*"causes":\[\{"type":"TypeError"/);
      expect(findLogLines(id)).not.toMatch(/WELCOME|behind it/);
    },
  );

  it("causes a report when it occurs in a form action", async () => {
    const visitor = createHttpVisitor(site);
    const formPage = await visitor.get(`${form}?rc=WELCOME`);
    const fields = filledForm(formPage.body, "reports@example.com");
    const response = await visitor.post(
      form,
      fields,
      createFaultHeaders("action", "Zoë Berg reports@example.com"),
    );
    expect(response.status).toBe(500);
    const event = await waitForReport(idPattern.exec(response.body)?.[0] ?? "");
    expect(event.request).toEqual({ url: "/registration/formstarted", method: "POST" });
    expect(event.exception?.values.at(-1)).toMatchObject({ type: "Error", value: unexpectedError });
    expect(JSON.stringify(event)).not.toMatch(/Zoë|Berg|reports@/);
  });

  it("leads to a plain-text response when it occurs outside Remix", async () => {
    const response = await createHttpVisitor(site).get(`${form}?rc=WELCOME`, createFaultHeaders("pipeline"));
    expect(response.status).toBe(500);
    expect(response.body).toMatch(/^Internal Server Error: acq-frontend-/);
    await waitForReport(idPattern.exec(response.body)?.[0] ?? "");
  });

  it("does not include a visitor's mistake or a failing acq, which cause no report", async () => {
    const countBefore = sentryServer.events().length;
    const visitor = createHttpVisitor(site);
    await site.addFault({ operationName: "checkRegistrationCode", kind: "status", value: 502, times: 2 });
    expect((await visitor.get(`${form}?rc=VIP2026`)).status).toBe(503);
    expect((await visitor.post("/de", { intent: "check-code", "list[9]": "1" })).status).toBe(422);
    expect(sentryServer.events()).toHaveLength(countBefore);
  });

  it.each([
    ["/de/no/Canary42?rc=CANARY", 302, "/*/*"],
    ["/de/registration/canary", 302, "/registration/*"],
    ["/products/canary?rc=CANARY", 404, "/products/*"],
    ["/CANARY_", 404, "/*"],
    ["/logout", 404, "/logout"],
  ])(
    "causes a report with a path pattern, not the requested path, for a URL without a page: %s",
    async (path, status, loggedPath) => {
      const countBefore = sentryServer.events().length;
      expect((await createHttpVisitor(site).get(path)).status).toBe(status);
      await expect.poll(() => sentryServer.events().length).toBe(countBefore + 1);
      expect(sentryServer.events().at(-1)).toMatchObject({
        level: "info",
        message: `Page not found: ${loggedPath}`,
      });
      await expect
        .poll(() => findLinesWithMessage(site.log(), "Page not found").at(-1))
        .toMatchObject({ level: 30, status: 404, path: loggedPath });
      expect(sentryServer.bodies().join("") + site.log()).not.toMatch(/canary/i);
    },
  );
});

describe("process with an uncaught error", () => {
  it.each<[FaultPlace, string]>([
    ["uncaught", "Error"],
    ["rejection", "Error"],
  ])("reports the error (%s), exits with 1 and prints only log lines", async (faultPlace, type) => {
    const separateSink = await startEnvelopeSink();
    const crashingSite = await startFaultySite({ SENTRY_DSN: separateSink.dsn });
    // Handles the rejection now. The crash ends the connection, possibly before the test awaits the response.
    const requestPromise = createHttpVisitor(crashingSite)
      .get(`${form}?rc=WELCOME`, createFaultHeaders(faultPlace, "with rc WELCOME"))
      .catch(() => undefined);
    await expect
      .poll(() => crashingSite.log(), { timeout: 10_000 })
      .toContain("uncaught error: the process exits");
    await requestPromise;
    const findFatal = () => separateSink.events().find(({ level }) => level === "fatal");
    await expect.poll(findFatal, { timeout: 10_000 }).toMatchObject({ release: "r1", environment: "test" });
    expect(await crashingSite.stop()).toBe(1);
    expect(findFatal()?.exception?.values.at(-1)?.type).toBe(type);
    // Without the site's handler, Node would print the failed line of the bundle and Node's version.
    expect(crashingSite.log()).not.toMatch(/^ *\^$|^Node\.js v|server\.js:\d+$/m);
    expect(crashingSite.log().replace(/^ {2}access codes: .*$/m, "")).not.toMatch(
      /WELCOME|uncaught: with|rejection: with/,
    );
    await separateSink.stop();
  });

  it("exits although the reporting service does not respond", async () => {
    const silentSink = await startEnvelopeSink({ shouldRespond: false });
    const crashingSite = await startFaultySite({ SENTRY_DSN: silentSink.dsn });
    await createHttpVisitor(crashingSite)
      .get("/de?rc=X", createFaultHeaders("uncaught"))
      .catch(() => undefined);
    await expect
      .poll(() => crashingSite.log(), { timeout: 10_000 })
      .toContain("uncaught error: the process exits");
    expect(await crashingSite.stop()).toBe(1);
    expect(silentSink.bodies().length).toBe(1);
    await silentSink.stop();
  });
});

describe("error reports", () => {
  it("stop at 60 reports a minute and 100 waiting reports, while the log contains all errors", async () => {
    const ownSink = await startEnvelopeSink();
    const busySite = await startFaultySite({ SENTRY_DSN: ownSink.dsn });
    const visitor = createHttpVisitor(busySite);
    const visitFailingPage = (visitIndex: number) =>
      visitor.get("/de?rc=WELCOME", createFaultHeaders("loader", `no. ${visitIndex}`));
    // Repeats until 170 visits have failed as planned, since the overload guard may refuse some visits on a busy
    // machine.
    const errorIds: string[] = [];
    for (let visitIndex = 0; errorIds.length < 170; visitIndex += 10) {
      const visits = Array.from({ length: 10 }, (_, index) => visitFailingPage(visitIndex + index));
      const failedVisits = (await Promise.all(visits)).filter(({ status }) => status === 500);
      errorIds.push(...failedVisits.map(({ body }) => idPattern.exec(body)?.[0] ?? "no id"));
    }
    const readLoggedIds = () =>
      findLinesWithMessage(busySite.log(), unexpectedError).map((line) => line["correlationId"]);
    const pollOptions = { timeout: 10_000 };
    await expect.poll(() => readLoggedIds().sort(), pollOptions).toEqual(errorIds.sort());
    await expect.poll(() => busySite.log(), pollOptions).toContain("too many errors to report");
    await expect.poll(() => ownSink.events().length, pollOptions).toBe(60);
    expect(await busySite.stop()).toBe(0);
    expect(ownSink.events()).toHaveLength(60);
    await ownSink.stop();
  });

  it("affect neither pages nor the shutdown while the reporting service is unreachable", async () => {
    const siteWithUnreachableSentry = await startFaultySite({ SENTRY_DSN: "http://key@127.0.0.1:1/1" });
    const failedPage = await createHttpVisitor(siteWithUnreachableSentry).get(
      "/de?rc=WELCOME",
      createFaultHeaders("loader"),
    );
    expect(failedPage.status).toBe(500);
    expect((await createHttpVisitor(siteWithUnreachableSentry).get("/de")).status).toBe(200);
    const [id = "no id"] = idPattern.exec(failedPage.body) ?? [];
    await expect.poll(() => siteWithUnreachableSentry.log()).toContain(id);
    expect(await siteWithUnreachableSentry.stop()).toBe(0);
  });

  it("include a failure of the features service, which does not affect pages", async () => {
    const ownSink = await startEnvelopeSink();
    const siteWithoutFeatures = await startFaultySite({
      SENTRY_DSN: ownSink.dsn,
      FEATURES_URL: "http://127.0.0.1:1",
      FEATURES_CLIENT_KEY: "sdk-1",
    });
    expect((await createHttpVisitor(siteWithoutFeatures).get("/de")).status).toBe(200);
    await expect
      .poll(() => ownSink.events().map(({ exception }) => exception?.values.at(-1)?.value))
      .toContainEqual(expect.stringContaining("features could not be loaded"));
    expect(await siteWithoutFeatures.stop()).toBe(0);
    await ownSink.stop();
  });
});
