import { brotliCompressSync } from "node:zlib";
import { devices, type Page, type Request } from "@playwright/test";
import { waitForBestCompression } from "../support/best-compression";
import { readLazyPictureUrls } from "../support/lazy-pictures";
import { countRegistrationBytes } from "../support/registration-bytes";
import type { Velvetgate } from "../support/velvetgate";
import { expect, test as base } from "./fixtures";
import { createUniqueEmail, expectHydrated, openForm, createVariant } from "./registration";

const bytesPerKilobyte = 1024;

/** Provides a site with the heaviest landing page: the countdown is the only banner with a script of its own. */
const test = base.extend<{ countdownSite: Velvetgate }>({
  countdownSite: async ({ getSiteWithEnv }, provide) =>
    provide(await getSiteWithEnv({ FEATURES: "seasonal-banner=black-friday" })),
});

test("landing page without lazy pictures loads at most 60 KB, and 143 KB with the scripts of the first interaction", async ({
  page,
  countdownSite,
}) => {
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  const measureBytes = startMeasuring(page);
  await waitForBestCompression(countdownSite.url("/pl"));
  await page.goto(countdownSite.url("/pl"));
  await page.waitForLoadState("networkidle");
  const bytesBefore = await measureBytes();
  expect(bytesBefore.totalBytes - bytesBefore.lazyPictureBytes).toBeLessThanOrEqual(60 * bytesPerKilobyte);
  expect(bytesBefore.scriptBytes).toBeGreaterThan(0);
  expect(bytesBefore.scriptBytes).toBeLessThanOrEqual(2 * bytesPerKilobyte);

  await page.keyboard.press("Tab");
  await expectHydrated(page);
  await page.waitForLoadState("networkidle");
  const bytesAfter = await measureBytes();
  expect(bytesAfter.totalBytes - bytesAfter.lazyPictureBytes).toBeLessThanOrEqual(143 * bytesPerKilobyte);
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

test("page with Save-Data loads only visible content, and no scripts", async ({ browser, countdownSite }) => {
  // Repeats the measurement, because a page with a countdown is rendered again each minute, and gets its best
  // compression only a moment later. Each attempt has a new context, so that nothing comes from a cache.
  await expect(async () => {
    await waitForBestCompression(countdownSite.url("/pl"), { "save-data": "on" });
    const context = await browser.newContext({ extraHTTPHeaders: { "Save-Data": "on" } });
    try {
      const page = await context.newPage();
      const measureBytes = startMeasuring(page);
      await page.goto(countdownSite.url("/pl"));
      await page.waitForLoadState("networkidle");
      const { totalBytes, scriptBytes } = await measureBytes();
      expect(totalBytes).toBeGreaterThan(10 * bytesPerKilobyte);
      expect(totalBytes).toBeLessThanOrEqual(25 * bytesPerKilobyte);
      expect(scriptBytes).toBe(0);
    } finally {
      await context.close();
    }
  }).toPass({ timeout: 150_000 });
});

test("whole registration without JavaScript loads at most 100 KB", async ({ browser, getSiteWithEnv }) => {
  const registrationSite = await getSiteWithEnv({});
  // Repeats the measurement, because a new page gets its best compression only after its first visit.
  await expect(async () => {
    const { totalBytes } = await countRegistrationBytes(browser, registrationSite, createUniqueEmail(), {
      ...devices["Pixel 5"],
      javaScriptEnabled: false,
    });
    expect(totalBytes).toBeGreaterThan(50 * bytesPerKilobyte);
    expect(totalBytes).toBeLessThanOrEqual(100 * bytesPerKilobyte);
  }).toPass({ timeout: 150_000 });
});

interface ByteCounts {
  /** The bytes of all responses with headers. */
  totalBytes: number;
  /** The bytes of scripts, including inline scripts. */
  scriptBytes: number;
  /**
   * The bytes of pictures with `loading="lazy"`. Chromium loads them long before they are visible, and after everything
   * that the first screen needs. How many it loads depends on the height of the page.
   */
  lazyPictureBytes: number;
}

/** Starts to count transferred bytes. The returned function returns the bytes so far. */
function startMeasuring(page: Page): () => Promise<ByteCounts> {
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  return async () => {
    const byteCounts = {
      totalBytes: 0,
      scriptBytes: await countInlineScriptBytes(page),
      lazyPictureBytes: 0,
    };
    const lazyPictureUrls = await readLazyPictureUrls(page);
    for (const request of requests) {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      const responseSize = responseBodySize + responseHeadersSize;
      byteCounts.totalBytes += responseSize;
      if (lazyPictureUrls.includes(request.url())) byteCounts.lazyPictureBytes += responseSize;
      if (request.resourceType() === "script") byteCounts.scriptBytes += responseBodySize;
    }
    return byteCounts;
  };
}

async function countInlineScriptBytes(page: Page): Promise<number> {
  const scriptTexts = await page.locator("script:not([src], [type^='application/'])").allTextContents();
  return scriptTexts.length === 0 ? 0 : brotliCompressSync(scriptTexts.join("")).length;
}
