import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { localeCodes } from "~/i18n/locales";
import { freePort } from "../../support/free-port";
import { requestLinesIn } from "../../support/log-lines";
import { startProcess, waitUntilReady } from "../../support/server-process";
import { createSiteEnvironment, startSite } from "./foreign-acq";
import { startStubAcq, type StubAcq } from "./stub-acq";

let acq: StubAcq;
/**
 * The names of the operations that the site called at acq. The probe of acq's health is omitted, since it has no
 * operation name.
 */
const calledOperations: string[] = [];
beforeAll(async () => {
  acq = await startStubAcq((operation) => {
    if (operation !== "") calledOperations.push(operation);
    return {};
  });
});
beforeEach(() => void calledOperations.splice(0));
afterAll(() => acq.stop());

describe("warm-up of an instance (docs/decisions/warm-up.md)", () => {
  it("renders the landing page in each language before the first visitor", async () => {
    const site = await startSite(acq.url, { FEATURES: "seasonal-banner=none" });
    for (const locale of localeCodes) {
      await (await fetch(site.url(`/${locale}`))).text();
      await (await fetch(site.url("/"), { headers: { "Accept-Language": locale } })).text();
    }
    const readLandingLines = () =>
      requestLinesIn(site.server.log()).filter(({ route }) => route === "/:slug?");
    await expect.poll(() => readLandingLines().length).toBe(2 * localeCodes.length);
    expect(new Set(readLandingLines().map(({ cache }) => cache))).toEqual(new Set(["hit"]));
    await site.server.stop();
  });

  it("makes no calls to acq, logs no requests and increases no counters", async () => {
    const metricsPort = await freePort();
    const site = await startSite(acq.url, { METRICS_PORT: String(metricsPort), LOG_LEVEL: "debug" });
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    const countedSeries = metrics.match(
      /^velvetgate_(?:http_requests|page_cache|code_checks|acq_call)\w*\{.*$/gm,
    );
    expect(countedSeries?.filter((line) => !/route="\/readyz"| 0$/.test(line))).toEqual([]);
    expect(calledOperations).toEqual([]);
    expect(requestLinesIn(site.server.log()).filter(({ route }) => route !== "/readyz")).toEqual([]);
    await site.server.stop();
  });

  it("stops when the server shuts down", async () => {
    const port = await freePort();
    const server = startProcess(["build/server.js"], createSiteEnvironment(port, acq.url));
    await waitUntilReady(server, `http://localhost:${port}/healthz`);
    expect(await server.stop()).toBe(0);
  });
});
