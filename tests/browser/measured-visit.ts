import type { Page } from "@playwright/test";
import type { Consent } from "~/request/cookies/consent-choice";

/** Where the site loads its consent service from if nobody says otherwise (docs/product.md#configuration). */
export const consentScript = "**/entrance/cmp/js/cmp_min.js?*";

/** What the visitor chose on an earlier page. */
export async function haveChosen(page: Page, origin: string, choice: "a1m1" | "a1m0" | "a0m1" | "a0m0") {
  await page.context().addCookies([{ name: "consent", value: choice, url: origin }]);
}

/** The visitor's choice on this page. */
export async function choose(page: Page, choice: Consent): Promise<void> {
  await page.evaluate((detail) => {
    document.cookie = `consent=a${Number(detail.analytics)}m${Number(detail.marketing)}; Path=/`;
    dispatchEvent(new CustomEvent("consent-changed", { detail }));
  }, choice);
}

/** Until the page has heard that the consent service is ready. */
export async function expectConsentReady(page: Page): Promise<void> {
  await page.waitForFunction(() => window.consentChoice !== undefined);
}

declare global {
  interface Window {
    /** Exposed by `collectPushed`. */
    collect?: (entry: unknown) => Promise<void>;
  }
}

export type Pushed = Record<string, unknown>;

/** Everything that any page of this visit pushes into `window.dataLayer`, as it comes. */
export async function collectPushed(page: Page): Promise<Pushed[]> {
  const pushed: Pushed[] = [];
  await page.exposeFunction("collect", (entry: Pushed) => pushed.push(entry));
  await page.addInitScript(() => {
    const layer: unknown[] = [];
    layer.push = (entry) => {
      void window.collect?.(entry);
      return Array.prototype.push.call(layer, entry);
    };
    window.dataLayer = layer;
  });
  return pushed;
}
