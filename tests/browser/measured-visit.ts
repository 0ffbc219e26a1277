import type { Page } from "@playwright/test";
import * as z from "zod";
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

/** Returns a command of Google's consent mode as an entry of `window.dataLayer`. */
export function createConsentCommand(
  kind: "default" | "update",
  analytics: string,
  marketing: string,
): object {
  return {
    0: "consent",
    1: kind,
    2: {
      analytics_storage: analytics,
      ad_storage: marketing,
      ad_user_data: marketing,
      ad_personalization: marketing,
    },
  };
}

/** Returns the names of the analytics events that wait in session storage, in their order. */
export async function readStoredEventNames(page: Page): Promise<string[]> {
  const storedText = await page.evaluate(() => sessionStorage.getItem("events-to-tell"));
  return storedEventsSchema.parse(JSON.parse(storedText ?? "[]")).map(({ event }) => event);
}

const storedEventsSchema = z.array(z.looseObject({ event: z.string() }));

/**
 * Imitates Usercentrics as documented at usercentrics.com/docs: "UC_UI_INITIALIZED", "UC_UI_CMP_EVENT",
 * "getServicesBaseInfo".
 */
const usercentricsScript = `
  let accepted;
  const services = ["essential", "functional", "marketing"];
  function accept(given) { accepted = given; }
  window.UC_UI = {
    isInitialized: () => true,
    isConsentRequired: () => accepted === undefined,
    getServicesBaseInfo: () => services.map((categorySlug) => ({
      categorySlug,
      consent: { status: (accepted ?? ["essential"]).includes(categorySlug) },
    })),
    accept,
  };
  setTimeout(() => dispatchEvent(new Event("UC_UI_INITIALIZED")));
`;

/** Serves Usercentrics instead of the site's consent service. */
export async function serveUsercentrics(page: Page, extraScript = ""): Promise<void> {
  await page.route(consentScriptPattern, (route) =>
    route.fulfill({ contentType: "text/javascript", body: usercentricsScript + extraScript }),
  );
}

/** Accepts these categories of services in Usercentrics, and refuses all others. */
export async function chooseInUsercentrics(page: Page, acceptedCategories: string[]): Promise<void> {
  await page.evaluate((categories) => {
    const { accept } = window.UC_UI as unknown as { accept: (categories: string[]) => void };
    accept(categories);
    dispatchEvent(new CustomEvent("UC_UI_CMP_EVENT", { detail: { type: "SAVE" } }));
  }, acceptedCategories);
}
