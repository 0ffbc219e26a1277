import type { Browser } from "@playwright/test";
import { waitForBestCompression } from "../../tests/support/best-compression";
import { readLazyPictureUrls } from "../../tests/support/lazy-pictures";
import { startBrowser } from "./browser";
import type { Metric } from "./metric";
import type { BenchmarkServer } from "./servers";
import { pathByVisit, type Visit } from "./visits";
import { watchNetwork, type PageTraffic, type Traffic } from "./wire";

export const bytesPerKilobyte = 1024;
/** The viewport of a common phone. */
export const phoneOptions = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** Measures the bytes of a first visit in a real browser with an empty cache. */
export async function measureBytes(site: BenchmarkServer): Promise<Metric[]> {
  const browser = await startBrowser();
  try {
    const landingUrl = `${site.origin}${pathByVisit.landing}`;
    await waitForBestCompression(landingUrl, { "accept-language": "en" });
    await waitForBestCompression(landingUrl, { "accept-language": "en", "save-data": "on" });
    const { htmlBytes, htmlBodyBytes, trafficUntilLoad, trafficAfterLoad } = await measurePageTraffic(
      browser,
      site,
      "landing",
    );
    const saveDataTraffic = await measurePageTraffic(browser, site, "landing", true);
    const formTraffic = await measurePageTraffic(browser, site, "form");
    return [
      { key: "html", value: htmlBytes / bytesPerKilobyte, note: formatSizeWithoutHeaders(htmlBodyBytes) },
      {
        key: "before",
        value: trafficUntilLoad.totalBytes / bytesPerKilobyte,
        note: formatRequestCount(trafficUntilLoad),
      },
      {
        key: "after",
        value: trafficAfterLoad.totalBytes / bytesPerKilobyte,
        note: formatRequestCount(trafficAfterLoad),
      },
      {
        key: "saveData",
        value: saveDataTraffic.trafficAfterLoad.totalBytes / bytesPerKilobyte,
        note: formatRequestCount(saveDataTraffic.trafficAfterLoad),
      },
      {
        key: "scriptBefore",
        value: trafficUntilLoad.scriptBodyBytes / bytesPerKilobyte,
        note: formatSizeWithHeaders(trafficUntilLoad.scriptBytes),
      },
      {
        key: "scriptAfter",
        value: trafficAfterLoad.scriptBodyBytes / bytesPerKilobyte,
        note: formatSizeWithHeaders(trafficAfterLoad.scriptBytes),
      },
      {
        key: "scriptForm",
        value: formTraffic.trafficAfterLoad.scriptBodyBytes / bytesPerKilobyte,
        note: formatSizeWithHeaders(formTraffic.trafficAfterLoad.scriptBytes),
      },
    ];
  } finally {
    await browser.close();
  }
}

const formatRequestCount = ({ requestCount: count }: Traffic) => `${count} requests`;
const formatSizeWithHeaders = (bytes: number) => `${(bytes / bytesPerKilobyte).toFixed(1)} KB with headers`;
const formatSizeWithoutHeaders = (bytes: number) =>
  `${(bytes / bytesPerKilobyte).toFixed(1)} KB without headers`;

async function measurePageTraffic(
  browser: Browser,
  site: BenchmarkServer,
  visitedPage: Visit,
  hasSaveData = false,
): Promise<PageTraffic> {
  const context = await browser.newContext({
    ...phoneOptions,
    locale: "en",
    ...(hasSaveData && { extraHTTPHeaders: { "Save-Data": "on" } }),
  });
  try {
    const page = await context.newPage();
    const cdpSession = await context.newCDPSession(page);
    // Sets `navigator.connection.saveData` for scripts. The server reads the Save-Data header instead.
    if (hasSaveData) await cdpSession.send("Emulation.setDataSaverOverride", { dataSaverEnabled: true });
    const network = await watchNetwork(cdpSession);
    await page.goto(`${site.origin}${pathByVisit[visitedPage]}`, { waitUntil: "load" });
    await network.waitUntilQuiet();
    // Starts hydration by a first interaction. The Tab key only moves the focus to a link, which loads nothing itself.
    await page.keyboard.press("Tab");
    await network.waitUntilQuiet();
    return await network.traffic(hasSaveData ? [] : await readLazyPictureUrls(page));
  } finally {
    await context.close();
  }
}
