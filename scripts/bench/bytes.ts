import type { Browser } from "@playwright/test";
import { waitForBestCompression } from "../../tests/support/best-compression";
import { startBrowser } from "./browser";
import type { Figure } from "./figure";
import type { Server } from "./servers";
import { pathByVisit, type Visit } from "./visits";
import { watchNetwork, type PageTraffic, type Traffic } from "./wire";

const kilobyte = 1024;
// The viewport of a common phone. Images far below the first screen are lazy, so they are not loaded.
const phoneOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** Measures the bytes of a first visit in a real browser with an empty cache. */
export async function measureBytes(site: Server): Promise<Figure[]> {
  const browser = await startBrowser();
  try {
    const landingUrl = `${site.origin}${pathByVisit.landing}`;
    await waitForBestCompression(landingUrl, { "accept-language": "en" });
    await waitForBestCompression(landingUrl, { "accept-language": "en", "save-data": "on" });
    const { html, htmlBody, trafficBefore, trafficAfter } = await measureVisit(browser, site, "landing");
    const saveDataTraffic = await measureVisit(browser, site, "landing", true);
    const form = await measureVisit(browser, site, "form");
    return [
      { key: "html", value: html / kilobyte, note: formatWithoutHeaders(htmlBody) },
      { key: "before", value: trafficBefore.totalBytes / kilobyte, note: formatRequestCount(trafficBefore) },
      { key: "after", value: trafficAfter.totalBytes / kilobyte, note: formatRequestCount(trafficAfter) },
      {
        key: "saveData",
        value: saveDataTraffic.trafficAfter.totalBytes / kilobyte,
        note: formatRequestCount(saveDataTraffic.trafficAfter),
      },
      {
        key: "scriptBefore",
        value: trafficBefore.scriptBodies / kilobyte,
        note: formatWithHeaders(trafficBefore.script),
      },
      {
        key: "scriptAfter",
        value: trafficAfter.scriptBodies / kilobyte,
        note: formatWithHeaders(trafficAfter.script),
      },
      {
        key: "scriptForm",
        value: form.trafficAfter.scriptBodies / kilobyte,
        note: formatWithHeaders(form.trafficAfter.script),
      },
    ];
  } finally {
    await browser.close();
  }
}

const formatRequestCount = ({ requests: count }: Traffic) => `${count} requests`;
const formatWithHeaders = (bytes: number) => `${(bytes / kilobyte).toFixed(1)} KB with headers`;
const formatWithoutHeaders = (bytes: number) => `${(bytes / kilobyte).toFixed(1)} KB without headers`;

async function measureVisit(
  browser: Browser,
  site: Server,
  visitedPage: Visit,
  saveData = false,
): Promise<PageTraffic> {
  const context = await browser.newContext({
    ...phoneOptions,
    locale: "en",
    ...(saveData && { extraHTTPHeaders: { "Save-Data": "on" } }),
  });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    // Sets `navigator.connection.saveData` for scripts. The server reads the Save-Data header instead.
    if (saveData) await session.send("Emulation.setDataSaverOverride", { dataSaverEnabled: true });
    const network = await watchNetwork(session);
    await page.goto(`${site.origin}${pathByVisit[visitedPage]}`, { waitUntil: "load" });
    await network.waitUntilQuiet();
    // Starts hydration by a first interaction. The Tab key only moves the focus to a link, which loads nothing itself.
    await page.keyboard.press("Tab");
    await network.waitUntilQuiet();
    return await network.traffic();
  } finally {
    await context.close();
  }
}
