import { brotliCompressSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";
import { waitForBestCompression } from "../support/best-compression";
import type { Velvetgate } from "../support/velvetgate";
import { expect, test as base } from "./fixtures";
import { expectHydrated, openForm, createVariant } from "./registration";

const bytesPerKilobyte = 1024;

/** Provides a site with the heaviest landing page: the countdown is the only banner with a script of its own. */
const test = base.extend<{ countdownSite: Velvetgate }>({
  countdownSite: async ({ getSiteWithEnv }, provide) =>
    provide(await getSiteWithEnv({ FEATURES: "seasonal-banner=black-friday" })),
});

test("landing page loads few bytes, and loads scripts only on the first interaction", async ({
  page,
  countdownSite,
}) => {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  const measureBytes = startMeasuring(page);
  await waitForBestCompression(countdownSite.url("/pl"));
  await page.goto(countdownSite.url("/pl"));
  await page.waitForLoadState("networkidle");
  const bytesBefore = await measureBytes();
  expect(bytesBefore.totalBytes).toBeLessThanOrEqual(60 * bytesPerKilobyte);
  expect(bytesBefore.scriptBytes).toBeGreaterThan(0);
  expect(bytesBefore.scriptBytes).toBeLessThanOrEqual(2 * bytesPerKilobyte);

  await page.keyboard.press("Tab");
  await expectHydrated(page);
  await page.waitForLoadState("networkidle");
  const bytesAfter = await measureBytes();
  expect(bytesAfter.totalBytes).toBeLessThanOrEqual(143 * bytesPerKilobyte);
  expect(bytesAfter.scriptBytes).toBeGreaterThan(30 * bytesPerKilobyte);
  expect(bytesAfter.scriptBytes).toBeLessThanOrEqual(78 * bytesPerKilobyte);
});

test("form page loads at most 98 KB of scripts", async ({ page, site }) => {
  const measureBytes = startMeasuring(page);
  await openForm(page, site.url, createVariant("pl"));
  await page.keyboard.press("Tab");
  await expectHydrated(page);
  await page.waitForLoadState("networkidle");
  expect((await measureBytes()).scriptBytes).toBeLessThanOrEqual(98 * bytesPerKilobyte);
});

test.describe("page with Save-Data", () => {
  test.use({ extraHTTPHeaders: { "Save-Data": "on", "X-Forwarded-For": "10.9.8.6" } });

  test("loads only visible content, and no scripts", async ({ page, countdownSite }) => {
    test.slow();
    const devtoolsSession = await page.context().newCDPSession(page);
    await devtoolsSession.send("Network.setCacheDisabled", { cacheDisabled: true });
    // Repeats the measurement, because a page with a countdown is rendered again each minute, and gets its best
    // compression only a moment later.
    await expect(async () => {
      const measureBytes = startMeasuring(page);
      await waitForBestCompression(countdownSite.url("/pl"), { "save-data": "on" });
      await page.goto(countdownSite.url("/pl"));
      await page.waitForLoadState("networkidle");
      const { totalBytes, scriptBytes } = await measureBytes();
      expect(totalBytes).toBeLessThanOrEqual(25 * bytesPerKilobyte);
      expect(scriptBytes).toBe(0);
    }).toPass({ timeout: 150_000 });
  });
});

/**
 * Starts to count transferred bytes. The returned function returns the bytes so far: those of all responses with
 * headers, and those of scripts, including inline scripts.
 */
function startMeasuring(page: Page): () => Promise<{ totalBytes: number; scriptBytes: number }> {
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  return async () => {
    const byteCounts = { totalBytes: 0, scriptBytes: await countInlineScriptBytes(page) };
    for (const request of requests) {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      byteCounts.totalBytes += responseBodySize + responseHeadersSize;
      if (request.resourceType() === "script") byteCounts.scriptBytes += responseBodySize;
    }
    return byteCounts;
  };
}

async function countInlineScriptBytes(page: Page): Promise<number> {
  const scriptTexts = await page.locator("script:not([src], [type^='application/'])").allTextContents();
  return scriptTexts.length === 0 ? 0 : brotliCompressSync(scriptTexts.join("")).length;
}
