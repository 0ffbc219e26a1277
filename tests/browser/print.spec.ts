import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { signIn } from "./members";
import {
  fillRegistration,
  locateHeading,
  createUniqueEmail,
  openForm,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const variant = createVariant("pl");
const { t } = variant;

/**
 * Expects the print view to fit on one page of A4 and of Letter, and to omit controls. The page is in Polish, the
 * language with the longest texts.
 */
async function expectOnePrintedPage(page: Page): Promise<void> {
  for (const paperFormat of ["A4", "Letter"]) {
    const printedPages = (await page.pdf({ format: paperFormat }))
      .toString("latin1")
      .match(/\/Type \/Page\b/g);
    expect(printedPages, paperFormat).toHaveLength(1);
  }
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const hiddenParts of [
    page.getByRole("contentinfo"),
    page.getByRole("button"),
    page.locator(".button"),
  ])
    for (const hiddenPart of await hiddenParts.all()) await expect(hiddenPart).toBeHidden();
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS("color", "rgb(0, 0, 0)");
}

test("mail confirmation page prints on one sheet without controls", async ({ page, site }) => {
  const email = createUniqueEmail();
  await openForm(page, site.url, variant);
  await fillRegistration(page, t, email);
  await locateRegistrationForm(page, t).button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  await expectOnePrintedPage(page);
  await expect(page.getByText(email)).toBeVisible();
});

test("member's invitation prints on one sheet with code, link and QR code", async ({ page, site }) => {
  await page.goto(site.url("/pl/login?returnTo=%2Fpl%2Finvite"));
  await signIn(page, t, "member@example.com");
  await expect(page).toHaveURL(site.url("/pl/invite"));
  await expectOnePrintedPage(page);
  await expect(page.getByText("VIP2026", { exact: true })).toBeVisible();
  await expect(page.locator(".pass input")).toHaveValue(/rc=VIP2026/);
  await expect(page.getByRole("img", { name: t("sharing:qr.label") })).toBeVisible();
});
