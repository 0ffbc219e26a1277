import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium } from "@playwright/test";
import { readPage } from "./changed-documents";
import { expect, test } from "./fixtures";
import { createBrowserOptions } from "./whole-browser";
import { expectHydrationSettled, locateRegistrationForm, createVariant } from "./registration";

const { t } = createVariant("de");

/**
 * Test extensions that imitate common ones. The headless shell does not support extensions, so they need a full
 * browser.
 */
for (const extension of ["password-manager", "dark-mode"])
  test(`form and landing page work with the browser extension "${extension}"`, async ({ site }) => {
    const context = await launchWithExtension(extension);
    // Hides the privacy bar, which would appear after hydration and differ from the page before it.
    await context.addInitScript(() => {
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true });
    });
    const page = context.pages()[0] ?? (await context.newPage());
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    for (const [path, field] of [
      ["/de", "#registrationCode"],
      ["/de?rc=WELCOME", "main [name=email]"],
      ["/de/registration/formstarted?rc=WELCOME", "[name=firstname]"],
    ] as const) {
      await page.goto(site.url(path));
      await expect(page.locator("foreign-element, .foreign").first()).toBeAttached();
      const pageBefore = await page.evaluate(readPage);
      await page.locator(field).focus();
      await page.keyboard.type("Abc");
      await expectHydrationSettled(page);
      const pageAfter = await page.evaluate(readPage);
      expect({ ...pageAfter, typed: [], focused: [] }).toEqual({ ...pageBefore, typed: [], focused: [] });
      await expect(page.locator(field)).toHaveValue("Abc");
      await expect(page.locator(field)).toBeFocused();
    }
    await locateRegistrationForm(page, t).button.click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page.locator("[name=firstname]")).toHaveValue("Abc");
    expect(errors).toEqual([]);
    await context.close();
  });

function launchWithExtension(extension: string): Promise<BrowserContext> {
  const folder = fileURLToPath(new URL(`extensions/${extension}`, import.meta.url));
  return chromium.launchPersistentContext(
    "",
    createBrowserOptions(
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      "--disable-features=DisableLoadExtensionCommandLineSwitch",
    ),
  );
}
