import type { BrowserContext, Page } from "@playwright/test";
import { expectConsentBanner } from "./consent-service";
import { expect, test } from "./fixtures";
import {
  expectHydrated,
  fillRegistration,
  locateHeading,
  createUniqueEmail,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const { t } = createVariant("de");

/** Fills in a form for Switzerland: its legal texts differ from those of the initial country. */
async function fillSwissForm(page: Page, url: (path: string) => string): Promise<string> {
  const email = createUniqueEmail();
  const form = locateRegistrationForm(page, t);
  await page.goto(url("/de/registration/formstarted?rc=VIP2026"));
  await expectHydrated(page);
  await fillRegistration(page, t, email);
  await form.country.selectOption("CH");
  await form.terms.check();
  return email;
}

/** Disconnects the browser after the page has loaded its last script. Otherwise a script could fail to load. */
async function goOffline(page: Page, context: BrowserContext): Promise<void> {
  await expectConsentBanner(page);
  await context.setOffline(true);
}

async function expectFieldsKept(page: Page, email: string): Promise<void> {
  const form = locateRegistrationForm(page, t);
  await expect(form.firstname).toHaveValue("Zoë");
  await expect(form.email).toHaveValue(email);
  await expect(form.country).toHaveValue("CH");
  await expect(form.newsletter).toBeChecked();
  await expect(form.terms).toBeChecked();
}

test.describe("filled-in form", { tag: "@script" }, () => {
  test("shows a message offline, keeps its input and can be submitted later", async ({
    page,
    context,
    site,
  }) => {
    const email = await fillSwissForm(page, site.url);
    await goOffline(page, context);
    await locateRegistrationForm(page, t).button.click();
    await expect(page.getByText(t("common:failure.offline"))).toBeVisible();
    await expectFieldsKept(page, email);
    await context.setOffline(false);
    await locateRegistrationForm(page, t).button.click();
    await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
    expect(await site.fetchMailsTo(email)).toHaveLength(1);
  });

  for (const path of ["/de", "/de/login", "/de/registration/resend", "/de/membership-interest/apply"])
    test(`shows a message if it is submitted offline at ${path}`, async ({
      page,
      context,
      site,
      allowPageError,
    }) => {
      // Pictures further down the page load lazily, so they fail offline.
      allowPageError(/ERR_INTERNET_DISCONNECTED .*\.(svg|avif)/);
      await page.goto(site.url(path));
      await expectHydrated(page);
      for (const field of await page.locator("main form input:not([type=hidden])").all())
        await field.fill("zoe@example.com");
      await goOffline(page, context);
      await page.locator("main form button[type=submit]").first().click();
      await expect(page.getByText(t("common:failure.offline"))).toBeVisible();
      await expect(page.locator("main form input:not([type=hidden])").first()).toHaveValue("zoe@example.com");
    });

  test("restores its input after Back, including an unchecked checkbox", async ({ page, site }) => {
    const email = await fillSwissForm(page, site.url);
    await page.goto(site.url("/de/info/terms"));
    await page.goBack();
    await expectHydrated(page);
    await expectFieldsKept(page, email);

    await locateRegistrationForm(page, t).terms.uncheck();
    await page.goto(site.url("/de/info/terms"));
    await page.goBack();
    await expectHydrated(page);
    await expect(locateRegistrationForm(page, t).country).toHaveValue("CH");
    await expect(locateRegistrationForm(page, t).terms).not.toBeChecked();
  });
});
