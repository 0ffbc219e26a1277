import type { Page } from "@playwright/test";
import { openConsentChoices } from "./consent-service";
import { expect, test } from "./fixtures";
import {
  enterCode,
  expectFieldError,
  expectHydrated,
  locateHeading,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const { t } = createVariant("de");

/** Opens a page and expects it to be a shared page: its Content-Security-Policy allows scripts and styles by hashes. */
async function openPage(page: Page, pageUrl: string): Promise<void> {
  const response = await page.goto(pageUrl);
  expect((await response?.allHeaders())?.["content-security-policy"]).toMatch(/script-src 'self' 'sha256-/);
}

test.describe("shared page", () => {
  test(
    "hydrates without an error, also at the address of a campaign",
    { tag: "@script" },
    async ({ page, site }) => {
      for (const path of ["/de", "/de/spring-sale?utm_source=mail", "/de/social", "/de/viral"]) {
        await openPage(page, site.url(path));
        await expectHydrated(page);
      }
      await openPage(page, site.url("/de/spring-sale"));
      await expectHydrated(page);
      await page.getByRole("link", { name: t("landing:way.provider", { provider: "Google" }) }).click();
      await expect(page.getByRole("status").filter({ hasText: "Google" })).toBeVisible();
      await expect(page).toHaveURL(site.url("/de/spring-sale"));
    },
  );

  test("accepts a code and keeps the campaign in the URL", async ({ page, site, allowPageError }) => {
    allowPageError(/422 \(Unprocessable/);
    await openPage(page, site.url("/de/spring-sale"));
    await enterCode(page, t, "NOTHING");
    await expectFieldError(page, t("landing:code.label"), t("landing:code.invalid"));
    await expect(page).toHaveURL(site.url("/de/spring-sale"));
    await enterCode(page, t, "WELCOME");
    await expect(locateRegistrationForm(page, t).button).toBeVisible();
  });

  test("accepts a code in the field at the end of the page too", async ({ page, site, allowPageError }) => {
    allowPageError(/422 \(Unprocessable/);
    await openPage(page, site.url("/de/spring-sale"));
    const lastTextbox = page.getByRole("textbox", { name: t("landing:cta.title"), exact: true });
    await lastTextbox.fill("NOTHING");
    await lastTextbox.press("Enter");
    await expectFieldError(page, t("landing:code.label"), t("landing:code.invalid"));
    await expect(page.getByLabel(t("landing:code.label"), { exact: true })).toBeInViewport();
    await lastTextbox.fill("WELCOME");
    await lastTextbox.press("Enter");
    await expect(locateRegistrationForm(page, t).button).toBeVisible();
  });

  test("changes its language while keeping campaign and query in the URL", async ({ page, site }) => {
    await openPage(page, site.url("/de/spring-sale?utm_source=mail"));
    await page.getByRole("banner").locator("summary").click();
    await page.getByRole("banner").getByRole("button", { name: "Svenska", exact: true }).click();
    await expect(page).toHaveURL(site.url("/sv/spring-sale?utm_source=mail"));
    await expect(page.locator("html")).toHaveAttribute("lang", "sv-SE");
  });

  test("saves a privacy choice and confirms it at the same URL", async ({ page, site }) => {
    await openPage(page, site.url("/de/spring-sale?utm_source=mail"));
    const footer = await openConsentChoices(page, t);
    await footer.getByRole("button", { name: t("frame:consent.rejectAll") }).click();
    await expect(page).toHaveURL(site.url("/de/spring-sale?utm_source=mail"));
    await expect(page.getByText(t("frame:consent.saved"))).toBeVisible();
    // The message that the consent is saved appears only once, so the next page is a shared page again.
    await openPage(page, site.url("/de"));
    await expect(page.getByText(t("frame:consent.saved"))).toHaveCount(0);
    await expect(locateHeading(page, t("landing:headline.default"))).toBeVisible();
  });
});
