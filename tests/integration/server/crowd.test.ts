import { Agent, get } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { infoPages } from "~/domain/info-pages";
import { products } from "~/domain/products";
import { localeCodes } from "~/i18n/locales";
import { requestLinesIn } from "../../support/log-lines";
import { startSite, type Site } from "./foreign-acq";
import { startStubAcq, createUsableDetails, type StubAcq } from "./stub-acq";

let acq: StubAcq;
let site: Site;
beforeAll(async () => {
  acq = await startStubAcq(() => ({
    ...createUsableDetails("Anna"),
    countryDetails: { country: "DE" },
    viewer: null,
  }));
  site = await startSite(acq.url, { FEATURES: "seasonal-banner=none", LOG_LEVEL: "debug" });
});
afterAll(async () => {
  await site.server.stop();
  await acq.stop();
});

const sharedPagePaths = [
  "/",
  "/viral",
  "/social",
  "/membership-interest",
  "/registration/gift-voucher",
  "/error/404",
  ...["expired", "link", "no-balance"].map((reason) => `/registration/deny?reason=${reason}`),
  ...products.map(({ slug }) => `/products/${slug}`),
  ...infoPages.map(({ slug }) => `/info/${slug}`),
];
const userAgents = ["Mozilla/5.0 (X11; Linux) Firefox/140.0", "Examplebot/2.1 (+https://bot.example)"];

/** Every variant of the pages that are rendered once for all visitors. */
const pageVariants = localeCodes.flatMap((locale) =>
  sharedPagePaths.flatMap((path) =>
    [path, `/${locale}${path === "/" ? "" : path}`].flatMap((pagePath) =>
      [{}, { "save-data": "on" }].flatMap((saveDataHeaders) =>
        userAgents.map((browser) => ({
          path: pagePath,
          headers: {
            "accept-language": locale,
            "user-agent": browser,
            accept: "text/html",
            ...saveDataHeaders,
          },
        })),
      ),
    ),
  ),
);

function statusOf(agent: Agent, path: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    get(site.url(path), { agent, headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    }).once("error", reject);
  });
}

it("server answers probes and forms while 150 connections request every shared page variant", async () => {
  const crowdAgent = new Agent({ keepAlive: true, maxSockets: 150 });
  const probeAgent = new Agent({ keepAlive: true });
  const remainingPageVariants = pageVariants.values();
  const statuses = new Set<number>();
  let isCrowdDone = false;

  async function requestNextVariant(): Promise<void> {
    for (const { path, headers } of remainingPageVariants)
      statuses.add(await statusOf(crowdAgent, path, headers));
  }
  async function probeUntilCrowdIsDone(path: string): Promise<number[]> {
    const probeStatuses: number[] = [];
    while (!isCrowdDone) probeStatuses.push(await statusOf(probeAgent, path));
    return probeStatuses;
  }
  const probePromises = ["/healthz", "/readyz", "/registration/formstarted?rc=ANY"].map(
    probeUntilCrowdIsDone,
  );
  await Promise.all(Array.from({ length: 150 }, requestNextVariant));
  isCrowdDone = true;

  for (const probeStatuses of await Promise.all(probePromises)) {
    expect(probeStatuses.length).toBeGreaterThan(0);
    expect(new Set(probeStatuses)).toEqual(new Set([200]));
  }
  // Allows 503 for requests that exceed the capacity. No request fails in another way, and no page bypasses the page
  // cache.
  expect([...statuses].filter((status) => ![200, 403, 404, 503].includes(status))).toEqual([]);
  const cacheResults = requestLinesIn(site.server.log())
    .filter((line) => line["status"] !== 503 && line["route"] !== "/registration/formstarted")
    .filter((line) => !/^\/(?:healthz|readyz)$/.test(String(line["route"])))
    .map((line) => line["cache"]);
  expect(cacheResults.filter((cacheResult) => cacheResult !== "hit" && cacheResult !== "miss")).toEqual([]);
}, 240_000);
