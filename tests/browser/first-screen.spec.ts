import type { Page } from "@playwright/test";
import { localeCodes } from "~/i18n/locales";
import type { Velvetgate } from "../support/velvetgate";
import { expect, test as base } from "./fixtures";
import { expectHydrated } from "./registration";

/** The site in a week with a countdown. */
const test = base.extend<{ countdownSite: Velvetgate }>({
  countdownSite: async ({ getSiteWithEnv }, provide) =>
    provide(await getSiteWithEnv({ FEATURES: "seasonal-banner=black-friday" })),
});

test.use({ isAnalyticsTest: true });

/**
 * The screen sizes to test. A test may resize an open page: only styles depend on the size, so the result equals a
 * newly opened page.
 */
const viewportSizes = [
  { width: 360, height: 640 },
  { width: 390, height: 760 },
  { width: 768, height: 1024 },
  { width: 1366, height: 650 },
  { width: 1440, height: 790 },
] as const;
const phoneAndDesktopSizes = [viewportSizes[0], viewportSizes[3]] as const;
/** Selectors of the elements that the first screen has to show. */
const codeFormParts = ["#registrationCode", "#main-form .button"];
const invitedFormParts = ["#email", "#main-form .button"];

test("long name without spaces does not make the page wider than the screen", async ({
  page,
  countdownSite,
  isJavaScriptEnabled,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ["/de?rc=WELCOME", "/de/registration/formstarted?rc=WELCOME"]) {
    await page.goto(countdownSite.url(path));
    if (isJavaScriptEnabled) await expectHydrated(page);
    await page.locator("h1").evaluate((heading) => {
      heading.textContent = `${"A".repeat(190)} has invited you`;
    });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    const field = await page.getByRole("textbox").first().boundingBox();
    expect((field?.x ?? 0) + (field?.width ?? 320)).toBeLessThan(320);
  }
});

for (const [description, path, parts, screenSizes] of [
  ["code field with its button", "", codeFormParts, viewportSizes],
  [
    "e-mail field with its button for an invited visitor",
    "?rc=WELCOME",
    invitedFormParts,
    phoneAndDesktopSizes,
  ],
  [
    "e-mail field with its button at a friend's link",
    "/viral?rc=WELCOME",
    invitedFormParts,
    phoneAndDesktopSizes,
  ],
] as const)
  test(`${description} fits on the first screen, in every language and size`, async ({
    page,
    countdownSite,
    isJavaScriptEnabled,
  }) => {
    for (const locale of isJavaScriptEnabled ? localeCodes : (["de", "pl"] as const)) {
      await openPage(page, countdownSite.url(`/${locale}${path}`), isJavaScriptEnabled);
      for (const size of screenSizes) {
        await page.setViewportSize(size);
        await expectElementsUncovered(page, parts, `${locale}, ${size.width} × ${size.height}`);
      }
    }
  });

test("code field and button stay visible on a small screen with an error message of four lines", async ({
  page,
  countdownSite,
  isJavaScriptEnabled,
  allowPageError,
}) => {
  allowPageError(/422 \(Unprocessable/);
  await page.setViewportSize({ width: 360, height: 640 });
  for (const locale of ["de", "fr", "pl"]) {
    await openPage(page, countdownSite.url(`/${locale}`), isJavaScriptEnabled);
    await page.locator("#registrationCode").fill("PENDING");
    await page.locator("#main-form .button").click();
    await expect(page.locator("#registrationCode-error")).toBeVisible();
    await expectElementsUncovered(page, ["#registrationCode-error", ...codeFormParts], locale);
  }
});

test(
  "privacy bar appears below the first screen at double text size, with buttons that fit the width",
  { tag: "@script" },
  async ({ page, countdownSite }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const session = await page.context().newCDPSession(page);
    await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
    for (const locale of ["de", "pl"]) {
      await openPage(page, countdownSite.url(`/${locale}`), true);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      const skipLinkBox = await page.locator(".skip-link").boundingBox();
      expect((skipLinkBox?.y ?? 0) + (skipLinkBox?.height ?? 0)).toBeLessThanOrEqual(0);
      const consentBar = await page.locator(".consent").boundingBox();
      expect(consentBar?.y).toBeGreaterThan(640);
      for (const choiceButton of await page.locator(".consent .row .button").all()) {
        const boundingBox = await choiceButton.boundingBox();
        expect((boundingBox?.x ?? 0) + (boundingBox?.width ?? 360)).toBeLessThan(360);
      }
    }
  },
);

for (const size of phoneAndDesktopSizes)
  test(`error summary leaves the first form field visible on a screen of ${size.width} px`, async ({
    page,
    countdownSite,
    isJavaScriptEnabled,
    allowPageError,
  }) => {
    allowPageError(/422 \(Unprocessable/);
    await page.setViewportSize(size);
    for (const locale of ["de", "fr", "pl"]) {
      await openPage(
        page,
        countdownSite.url(`/${locale}/registration/formstarted?rc=WELCOME`),
        isJavaScriptEnabled,
      );
      await page.locator("#main-form .button").click();
      await expect(page.getByRole("alert")).toBeFocused();
      await expectElementsUncovered(page, ["[role=alert]", "#main-form .field label"], locale);
    }
  });

/** Opens a page. With scripts the privacy bar is visible, since no choice is stored. */
async function openPage(page: Page, url: string, isJavaScriptEnabled: boolean): Promise<void> {
  await page.goto(url);
  if (isJavaScriptEnabled) await expect(page.locator(".consent")).toBeVisible();
}

/** Expects the elements to be completely visible, above the privacy bar if it is open. */
async function expectElementsUncovered(
  page: Page,
  selectors: readonly string[],
  description: string,
): Promise<void> {
  const viewport = page.viewportSize();
  const consentBar = page.locator(".consent");
  const consentBox = (await consentBar.count()) > 0 ? await consentBar.boundingBox() : null;
  const visibleBottom = consentBox?.y ?? viewport?.height ?? 0;
  for (const selector of selectors) {
    const boundingBox = await page.locator(selector).first().boundingBox();
    expect(boundingBox?.y, `${selector} of ${description}`).toBeGreaterThanOrEqual(0);
    expect(
      (boundingBox?.y ?? 0) + (boundingBox?.height ?? 0),
      `${selector} of ${description}`,
    ).toBeLessThanOrEqual(visibleBottom);
  }
}
