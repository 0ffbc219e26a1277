import type { Page } from "@playwright/test";
import { type TestSite, type Velvetgate } from "../support/velvetgate";
import { expect, expectAccessible, test as base } from "./fixtures";
import { activateOnPhone } from "./phone";
import {
  enterEmail,
  fillSecondStep,
  expectHydrated,
  locateHeading,
  createUniqueEmail,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const test = base.extend<{ popup: Velvetgate }>({
  popup: async ({ getSiteWithEnv }, provide) =>
    provide(await getSiteWithEnv({ FEATURES: "form-finished-popup=true,seasonal-banner=none" })),
});

const { t } = createVariant("de");
const locateDialog = (page: Page) => page.getByRole("dialog", { name: t("progress:finished.heading") });

/** Registers from a campaign's landing page that is hydrated. */
async function registerByPopup(page: Page, site: TestSite, email: string): Promise<void> {
  await page.goto(site.url("/de/viral?rc=WELCOME"));
  await expectHydrated(page);
  await enterEmail(page, t, email);
  await expectHydrated(page);
  await fillSecondStep(page, t);
  await locateRegistrationForm(page, t).button.click();
}

test(
  "registration-complete message appears on a separate page without JavaScript",
  { tag: "@no-script" },
  async ({ page, popup }) => {
    const email = createUniqueEmail();
    await page.goto(popup.url("/de/viral?rc=WELCOME"));
    await enterEmail(page, t, email);
    await fillSecondStep(page, t);
    await locateRegistrationForm(page, t).button.click();
    await expect(page).toHaveURL(popup.url("/de/registration/formfinished"));
    await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
    expect(await popup.fetchMailsTo(email)).toHaveLength(1);
  },
);

test(
  "registration-complete popup can be read and closed even if its scripts fail to load",
  { tag: "@script" },
  async ({ page, popup, context, browser }) => {
    const email = createUniqueEmail();
    await registerByPopup(page, popup, email);
    await expect(locateDialog(page)).toBeVisible();
    const scriptlessContext = await browser.newContext({ javaScriptEnabled: false });
    await scriptlessContext.addCookies(await context.cookies());
    const secondPage = await scriptlessContext.newPage();
    await secondPage.goto(popup.url("/de/viral?done=finished"));
    await expect(locateDialog(secondPage)).toBeVisible();
    await expect(locateDialog(secondPage)).toContainText(email);
    await locateDialog(secondPage)
      .getByRole("button", { name: t("products:detail.close") })
      .click();
    await expect(locateDialog(secondPage)).toHaveCount(0);
    await scriptlessContext.close();
  },
);

test.describe("registration-complete dialog", { tag: "@script" }, () => {
  test("opens over the landing page, takes the focus and does not reopen once closed", async ({
    page,
    popup,
  }) => {
    const email = createUniqueEmail();
    await registerByPopup(page, popup, email);
    await expect(page).toHaveURL(popup.url("/de/viral?done=finished"));
    const dialog = locateDialog(page);
    await expect(dialog).toContainText(email);
    await expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
    await expect(dialog.getByRole("button", { name: t("products:detail.close") })).toBeFocused();
    await expect(locateHeading(page, t("landing:headline.viral"))).toBeAttached();
    await expectAccessible(page);

    // A reload shows the finished message's dialog again, without a second registration.
    await page.reload();
    await expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
    await expect(page).toHaveURL(popup.url("/de/viral"));
    await page.reload();
    await expectHydrated(page);
    await expect(dialog).toHaveCount(0);
    expect(await popup.fetchMailsTo(email)).toHaveLength(1);
  });

  test("closes when its close button is clicked", async ({ page, popup }) => {
    await registerByPopup(page, popup, createUniqueEmail());
    const dialog = locateDialog(page);
    await expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
    await dialog.getByRole("button", { name: t("products:detail.close") }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("main")).toBeFocused();
    await expect(page).toHaveURL(popup.url("/de/viral"));
  });

  test("has the same working buttons as the registration-complete page", async ({ page, popup }) => {
    const email = createUniqueEmail();
    await registerByPopup(page, popup, email);
    const dialog = locateDialog(page);
    await dialog.getByRole("button", { name: t("progress:check.button") }).click();
    await expect(dialog.getByText(t("progress:check.notYet"))).toBeVisible();
    await expect(page).toHaveURL(popup.url("/de/viral?done=finished"));
    await dialog.getByRole("button", { name: t("progress:mail.changeButton") }).click();
    await expect(page).toHaveURL(popup.url("/de/registration/formstarted"));
    await expect(locateRegistrationForm(page, t).email).toHaveValue(email);
  });

  test("announces an activation on another device, and then hides the text about the e-mail", async ({
    page,
    popup,
  }) => {
    const email = createUniqueEmail();
    await registerByPopup(page, popup, email);
    const dialog = page.getByRole("dialog");
    await expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
    await activateOnPhone(page, popup, t, email);
    await expect(dialog.getByRole("heading", { name: t("progress:news.heading") })).toBeVisible();
    await expect(dialog.getByRole("button")).toHaveText([t("products:detail.close")]);
    await expect(dialog).not.toContainText(email);
    const readCookieNames = async () => (await page.context().cookies()).map(({ name }) => name);
    await expect.poll(readCookieNames).not.toContain("draft");
    await page.reload();
    await expectHydrated(page);
    await expect(dialog).toHaveCount(0);
  });
});
