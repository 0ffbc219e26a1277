import { brotliCompressSync } from "node:zlib";
import type { Page, Request } from "@playwright/test";
import { waitForBestCompression } from "../support/best-compression";
import type { Velvetgate } from "../support/velvetgate";
import { expect, test as base } from "./fixtures";
import { expectHydrated, openForm, createVariant } from "./registration";

const kilobyte = 1024;

/** A test with the heaviest landing page: the countdown is the only banner with a script of its own. */
const test = base.extend<{ countdownSite: Velvetgate }>({
  countdownSite: async ({ siteWith }, provide) =>
    provide(await siteWith({ FEATURES: "seasonal-banner=black-friday" })),
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
  expect(bytesBefore.total).toBeLessThanOrEqual(60 * kilobyte);
  expect(bytesBefore.script).toBeGreaterThan(0);
  expect(bytesBefore.script).toBeLessThanOrEqual(2 * kilobyte);

  await page.keyboard.press("Tab");
  await expectHydrated(page);
  await page.waitForLoadState("networkidle");
  const bytesAfter = await measureBytes();
  expect(bytesAfter.total).toBeLessThanOrEqual(143 * kilobyte);
  expect(bytesAfter.script).toBeGreaterThan(30 * kilobyte);
  expect(bytesAfter.script).toBeLessThanOrEqual(78 * kilobyte);
});

test("form page loads at most 98 KB of scripts", async ({ page, site }) => {
  const measureBytes = startMeasuring(page);
  await openForm(page, site.url, createVariant("pl"));
  await page.keyboard.press("Tab");
  await expectHydrated(page);
  await page.waitForLoadState("networkidle");
  expect((await measureBytes()).script).toBeLessThanOrEqual(98 * kilobyte);
});

test.describe("page with Save-Data", () => {
  test.use({ extraHTTPHeaders: { "Save-Data": "on", "X-Forwarded-For": "10.9.8.6" } });

  test("loads only visible content, and no scripts", async ({ page, countdownSite }) => {
    test.slow();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
    // Repeats the measurement, because a page with a countdown is rendered again each minute, and gets its best
    // compression only a moment later.
    await expect(async () => {
      const measureBytes = startMeasuring(page);
      await waitForBestCompression(countdownSite.url("/pl"), { "save-data": "on" });
      await page.goto(countdownSite.url("/pl"));
      await page.waitForLoadState("networkidle");
      const { total, script } = await measureBytes();
      expect(total).toBeLessThanOrEqual(25 * kilobyte);
      expect(script).toBe(0);
    }).toPass({ timeout: 150_000 });
  });
});

/**
 * Starts to count transferred bytes. The returned function returns the bytes so far: those of all responses with
 * headers, and those of scripts, including inline scripts.
 */
function startMeasuring(page: Page): () => Promise<{ total: number; script: number }> {
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  return async () => {
    const byteCounts = { total: 0, script: await measureInlineScript(page) };
    for (const request of requests) {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      byteCounts.total += responseBodySize + responseHeadersSize;
      if (request.resourceType() === "script") byteCounts.script += responseBodySize;
    }
    return byteCounts;
  };
}

async function measureInlineScript(page: Page): Promise<number> {
  const scriptTexts = await page.locator("script:not([src], [type^='application/'])").allTextContents();
  return scriptTexts.length === 0 ? 0 : brotliCompressSync(scriptTexts.join("")).length;
}
