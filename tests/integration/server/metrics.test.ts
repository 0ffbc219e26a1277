import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../support/free-port";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";

let site: Velvetgate;
let metricsUrl: string;
beforeAll(async () => {
  ({ site, metricsUrl } = await startSite());
});
afterAll(() => site.stop());

/** Starts the site with METRICS_PORT set. Resolves to the site and the URL of its metrics. */
async function startSite(env: Record<string, string> = {}) {
  const port = await freePort();
  const startedSite = await startVelvetgate({
    env: { METRICS_PORT: String(port), RELEASE: "of-figures", ...env },
  });
  return { site: startedSite, metricsUrl: `http://127.0.0.1:${port}/metrics` };
}

async function fetchText(fetchedUrl: string): Promise<string> {
  const response = await fetch(fetchedUrl, { headers: { Connection: "close" } });
  expect(response.status, fetchedUrl).toBe(200);
  return response.text();
}

function countPageCache(metricsText: string, cacheOutcome: string): number {
  return Number(
    new RegExp(`^velvetgate_page_cache_total{outcome="${cacheOutcome}"} (\\d+)$`, "m").exec(metricsText)?.[1],
  );
}

it("metrics count hits and misses of the page cache (docs/operate/configuration.md: METRICS_PORT)", async () => {
  const metricsBefore = await fetchText(metricsUrl);
  for (let visitIndex = 0; visitIndex < 10; visitIndex += 1) await fetchText(site.url("/sv"));
  const text = await fetchText(metricsUrl);
  const [hits = 0, misses = 0] = ["hits", "misses"].map(
    (outcome) => countPageCache(text, outcome) - countPageCache(metricsBefore, outcome),
  );
  expect(hits + misses).toBe(10);
  expect(hits).toBeGreaterThanOrEqual(8);
  expect(text).toContain("nodejs_eventloop_lag_seconds");
  // The site has no REDIS_URL, so it does not publish the metric about Redis.
  expect(text).not.toContain("velvetgate_redis_up");
  expect(text).toContain('velvetgate_build_info{release="of-figures"} 1');
  // Expects the series to begin with 0: otherwise the alerts would miss the first failed call.
  expect(text).toContain(
    'velvetgate_acq_call_duration_seconds_count{operation="activateAccount",outcome="graphql"} 0',
  );
});

it("metrics have a separate port, which serves no pages", async () => {
  const siteResponse = await fetch(site.url("/metrics"));
  expect(await siteResponse.text()).not.toContain("velvetgate_page_cache_total");
  expect((await fetch(new URL("/", metricsUrl))).status).toBe(404);
  expect((await fetch(metricsUrl, { method: "POST" })).status).toBe(404);
});

it("metrics port answers health checks of a proxy", async () => {
  expect((await fetch(new URL("/readyz", metricsUrl))).status).toBe(200);
});

it("port for pages rejects a health check of HAProxy, and logs once that the two ports are swapped", async () => {
  const { site: swappedSite } = await startSite({ LOG_LEVEL: "warn" });
  onTestFinished(async () => {
    await swappedSite.stop();
  });
  const readyz = swappedSite.url("/readyz");
  const headers = { "X-Haproxy-Server-State": "UP; port=13000; name=pages/instance-1" };
  expect((await fetch(readyz)).status).toBe(200);
  expect((await fetch(readyz, { headers })).status).toBe(503);
  expect((await fetch(readyz, { headers })).status).toBe(503);
  const line = /HAProxy has PORT and METRICS_PORT swapped/g;
  await expect.poll(() => swappedSite.log()).toMatch(line);
  expect(swappedSite.log().match(line)).toHaveLength(1);
});

it("metrics port accepts connections only from this machine, unless METRICS_HOST contains another address", async () => {
  // 127.0.0.2 shows on which addresses the site listens: only a listener on all addresses accepts connections to it.
  const replaceAddress = (metricsAddress: string) => metricsAddress.replace("127.0.0.1", "127.0.0.2");
  await expect(fetch(replaceAddress(metricsUrl))).rejects.toThrow();
  const siteResponse = await startSite({ METRICS_HOST: "0.0.0.0" });
  onTestFinished(async () => {
    await siteResponse.site.stop();
  });
  expect(await fetchText(replaceAddress(siteResponse.metricsUrl))).toContain("velvetgate_page_cache_total");
});

it("start fails, and the message names the remedy, if METRICS_HOST is not an address of this machine", async () => {
  const env = { METRICS_PORT: String(await freePort()), METRICS_HOST: "192.0.2.1" };
  await expect(startVelvetgate({ env })).rejects.toThrow(
    'METRICS_HOST is "192.0.2.1", which is not an address of this machine; 0.0.0.0 means all its addresses',
  );
});

it("start fails with one line if METRICS_PORT is taken", async () => {
  const { port } = new URL(metricsUrl);
  await expect(startVelvetgate({ env: { METRICS_PORT: port } })).rejects.toThrow(
    `METRICS_PORT ${port} is taken`,
  );
});
