import type { Page } from "@playwright/test";
import type { Consent } from "~/domain/consent";

/** The default location of the consent service (docs/operate/configuration.md). */
export const consentScriptPattern = "**/entrance/cmp/js/cmp_min.js?*";

/** Sets the cookie of a consent choice that the visitor made on an earlier page. */
export async function setConsentCookie(
  page: Page,
  origin: string,
  choice: "a1m1" | "a1m0" | "a0m1" | "a0m0",
) {
  await page.context().addCookies([{ name: "consent", value: choice, url: origin }]);
}

/** Makes a consent choice on the open page. */
export async function chooseConsent(page: Page, choice: Consent): Promise<void> {
  await page.evaluate((consentDetail) => {
    document.cookie = `consent=a${Number(consentDetail.analytics)}m${Number(consentDetail.marketing)}; Path=/`;
    dispatchEvent(new CustomEvent("consent-changed", { detail: consentDetail }));
  }, choice);
}

/** Waits until the consent service has reported the visitor's choice to the page. */
export async function expectConsentReady(page: Page): Promise<void> {
  await page.waitForFunction(() => window.consentChoice !== undefined);
}

declare global {
  interface Window {
    /** The function that `collectDataLayerEntries` adds to the page's window. */
    collectDataLayerEntry?: (entry: unknown) => Promise<void>;
  }
}

export type DataLayerEntry = Record<string, unknown>;

/** Returns the list of all items that pages of this visit push into `window.dataLayer`. Later items are added to it. */
export async function collectDataLayerEntries(page: Page): Promise<DataLayerEntry[]> {
  const pushedEntries: DataLayerEntry[] = [];
  await page.exposeFunction("collectDataLayerEntry", (entry: DataLayerEntry) => pushedEntries.push(entry));
  await page.addInitScript(() => {
    const dataLayerEntries: unknown[] = [];
    dataLayerEntries.push = (entry) => {
      void window.collectDataLayerEntry?.(entry);
      return Array.prototype.push.call(dataLayerEntries, entry);
    };
    window.dataLayer = dataLayerEntries;
  });
  return pushedEntries;
}
