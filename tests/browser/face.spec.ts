import { EventEmitter, once } from "node:events";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { localeCodes } from "~/i18n/locales";
import { expect, test } from "./fixtures";
import { readLayoutShifts, recordLayoutShifts, waitForRendering } from "./shifts";

const firstVisitCount = 4;

/**
 * Returns true if the whole headline uses the display font, including Polish letters. Returns false if the page does
 * not load: Chromium's emulated network has stalled once, for minutes.
 */
async function hasDisplayFace(browser: Browser, url: string, latencyMs: number): Promise<boolean> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    latency: latencyMs,
    offline: false,
    downloadThroughput: 2_000_000,
    uploadThroughput: 500_000,
  });
  const isLoaded = await page.goto(url, { timeout: 30_000 }).then(
    () => true,
    () => false,
  );
  if (!isLoaded) {
    await context.close();
    return false;
  }
  const isShown = await showsDisplayFace(page);
  await context.close();
  return isShown;
}

async function showsDisplayFace(page: Page): Promise<boolean> {
  const client = await page.context().newCDPSession(page);
  await client.send("DOM.enable");
  await client.send("CSS.enable");
  const { root } = await client.send("DOM.getDocument");
  const { nodeId } = await client.send("DOM.querySelector", { nodeId: root.nodeId, selector: "h1" });
  const { fonts } = await client.send("CSS.getPlatformFontsForNode", { nodeId });
  await client.detach();
  return fonts.every(({ familyName, isCustomFont }) => isCustomFont && familyName.includes("Playfair"));
}

// A browser shows no text for 100 ms while the font loads, which a busy machine can exceed. Therefore only one of
// several first visits has to show the font in its first frame. Without the preload, no visit does.
for (const { path, latency } of [
  { path: "/de", latency: 0 },
  { path: "/de", latency: 40 },
  { path: "/pl/login", latency: 0 },
])
  test(`display font is in the first frame of a first visit to ${path} with ${latency} ms latency`, async ({
    browser,
    site,
  }) => {
    test.slow();
    const displayFaceStates: boolean[] = [];
    for (
      let visitIndex = 0;
      visitIndex < firstVisitCount && !displayFaceStates.includes(true);
      visitIndex += 1
    )
      displayFaceStates.push(await hasDisplayFace(browser, site.url(path), latency));
    expect(displayFaceStates).toContain(true);
  });

// A browser shows the font if it arrives within three seconds, which a busy machine can exceed. Therefore only one of
// several first visits has to show it.
for (const width of [390, 1440])
  test(
    `display font that arrives late is applied without a layout shift in a window of ${width} px`,
    { tag: "@script" },
    async ({ browser, site, allowPageError }) => {
      allowPageError(/403 \(Forbidden/);
      for (const path of [
        ...localeCodes.map((locale) => `/${locale}`),
        ...["/fr?rc=WELCOME", "/de/login", "/en/registration/formstarted?rc=WELCOME"],
        "/it/registration/deny?reason=invalid",
      ]) {
        let isShown = false;
        for (let visitIndex = 0; visitIndex < firstVisitCount && !isShown; visitIndex += 1) {
          const context = await browser.newContext({ viewport: { width, height: 900 } });
          const { page, releaseFonts } = await openPageWithoutFonts(context, site.url(path));
          expect(await showsDisplayFace(page), path).toBe(false);
          releaseFonts();
          await page.evaluate(() => document.fonts.ready.then(() => undefined));
          await waitForRendering(page);
          isShown = await showsDisplayFace(page);
          expect(await readLayoutShifts(page), path).toBe("");
          await context.close();
        }
        expect(isShown, path).toBe(true);
      }
    },
  );

/** Opens a page. Its fonts arrive only when `releaseFonts` is called. */
async function openPageWithoutFonts(
  context: BrowserContext,
  url: string,
): Promise<{ page: Page; releaseFonts: () => void }> {
  const releases = new EventEmitter();
  const fontsReleased = once(releases, "release");
  await context.route("**/*.woff2", async (route) => {
    await fontsReleased;
    await route.continue();
  });
  const page = await context.newPage();
  await page.addInitScript(recordLayoutShifts);
  await page.goto(url, { waitUntil: "commit" });
  await page.locator(".page-footer").waitFor();
  await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
  await waitForRendering(page);
  return { page, releaseFonts: () => void releases.emit("release") };
}
