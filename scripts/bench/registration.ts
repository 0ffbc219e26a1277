import type { Browser } from "@playwright/test";
import {
  countRegistrationBytes,
  createInvitationUrl,
  openSecondStep,
  type RegistrationBytes,
} from "../../tests/support/registration-bytes";
import { startVelvetgate, type Velvetgate } from "../../tests/support/velvetgate";
import { startBrowser } from "./browser";
import { bytesPerKilobyte, phoneOptions } from "./bytes";
import type { Metric } from "./metric";

/** Three characters per second, the mean speed of thumbs on a phone (Palin et al., MobileHCI 2019: 36 words/min). */
const typingDelayMs = 333;
/** Lighthouse's slow 4G. Throughput is in bytes per second. */
const slowNetwork = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const cpuSlowdown = 4;

/**
 * Measures an invited visitor's registration: the time until the second step of the form on a slow phone, and the bytes
 * of a whole registration from the invitation to the active account.
 */
export async function measureRegistration(): Promise<Metric[]> {
  const site = await startVelvetgate();
  const browser = await startBrowser();
  try {
    // Prepares the templates of all pages.
    await countRegistrationBytes(browser, site, "warm-up@example.com", phoneOptions);
    return [
      await measureTimeToSecondStep(browser, site),
      createByteMetric(
        "plainBytes",
        await countRegistrationBytes(browser, site, "anna@example.com", {
          ...phoneOptions,
          javaScriptEnabled: false,
        }),
      ),
      createByteMetric(
        "scriptedBytes",
        await countRegistrationBytes(browser, site, "zoe@example.com", phoneOptions),
      ),
    ];
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function measureTimeToSecondStep(browser: Browser, site: Velvetgate): Promise<Metric> {
  const context = await browser.newContext({ ...phoneOptions, locale: "en" });
  try {
    const page = await context.newPage();
    const cdpSession = await context.newCDPSession(page);
    await cdpSession.send("Network.enable");
    await cdpSession.send("Network.emulateNetworkConditions", slowNetwork);
    await cdpSession.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
    const startTime = performance.now();
    await page.goto(createInvitationUrl(site), { waitUntil: "commit" });
    await openSecondStep(page, "karla@example.com", typingDelayMs);
    const seconds = (performance.now() - startTime) / 1000;
    return {
      key: "firstSuccess",
      value: seconds,
      note: "17 typed characters, slow 4G, processor 4 times slower",
    };
  } finally {
    await context.close();
  }
}

function createByteMetric(
  key: "plainBytes" | "scriptedBytes",
  { totalBytes, lazyPictureBytes }: RegistrationBytes,
): Metric {
  return {
    key,
    value: totalBytes / bytesPerKilobyte,
    note: `and ${(lazyPictureBytes / bytesPerKilobyte).toFixed(1)} KB of lazy pictures`,
  };
}
