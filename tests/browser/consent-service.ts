import type { Locator, Page } from "@playwright/test";
import * as z from "zod";
import type { Translate } from "~/i18n/translator";
import { expect } from "./fixtures";

/** Records the events of the consent service from the start of the page. */
export async function listenForConsent(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(() => {
    const recordedEvents: unknown[] = [];
    for (const eventType of ["consent-ready", "consent-changed"])
      addEventListener(eventType, (event) => {
        recordedEvents.push([eventType, event instanceof CustomEvent ? event.detail : undefined]);
      });
    Object.assign(window, { recordedEvents });
  });
  return () => page.evaluate(() => ("recordedEvents" in window ? window.recordedEvents : undefined));
}

/**
 * Holds the response of the site's consent service.
 *
 * @returns a function that releases the response
 */
export async function holdConsentScript(page: Page): Promise<() => void> {
  let releaseScript = (): void => undefined;
  const releasePromise = new Promise<void>((resolve) => {
    releaseScript = resolve;
  });
  await page.route(/cmp_min/, async (route) => {
    await releasePromise;
    await route.continue();
  });
  return () => releaseScript();
}

/** Waits until the page has loaded the site's consent service. */
export async function expectConsentBanner(page: Page): Promise<void> {
  await page.waitForFunction(() => "consentChoice" in window);
}

export function locateConsentBanner(page: Page, t: Translate): Locator {
  return page.getByRole("region", { name: t("frame:consent.title"), exact: true });
}

/** Opens and returns the consent form in the footer. */
export async function openConsentChoices(page: Page, t: Translate): Promise<Locator> {
  const footer = page.getByRole("contentinfo");
  await footer.getByText(t("frame:consent.title"), { exact: true }).click();
  await expect(footer.getByRole("button", { name: t("frame:consent.rejectAll") })).toBeVisible();
  return footer;
}

const storageSchema = z.record(z.string(), z.string());
const storagesSchema = z.tuple([storageSchema, storageSchema]);

/** Returns all data that this browser stores for the site. */
export async function readBrowserStorage(page: Page) {
  const cookies = await page.context().cookies();
  const storages = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  const [local, session] = storagesSchema.parse(JSON.parse(storages));
  return { cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])), local, session };
}
