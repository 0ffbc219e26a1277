import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as base } from "./fixtures";
import { createBrowserOptions } from "./whole-browser";
import {
  enterCode,
  fillRegistration,
  locateHeading,
  createUniqueEmail,
  locateRegistrationForm,
  createVariant,
} from "./registration";

/** The content setting "block all cookies" of Chromium, which also blocks the storage of scripts. */
const browserPreferences = { profile: { default_content_setting_values: { cookies: 2 } } };

const test = base.extend({
  context: async ({ playwright, javaScriptEnabled, extraHTTPHeaders }, provide) => {
    const folder = await mkdtemp(join(tmpdir(), "without-cookies-"));
    await mkdir(join(folder, "Default"));
    await writeFile(join(folder, "Default", "Preferences"), JSON.stringify(browserPreferences));
    const context = await playwright.chromium.launchPersistentContext(folder, {
      ...createBrowserOptions(),
      javaScriptEnabled,
      extraHTTPHeaders: extraHTTPHeaders ?? {},
      reducedMotion: "reduce",
    });
    await provide(context);
    await context.close();
    await rm(folder, { recursive: true, force: true });
  },
});

test("browser that blocks cookies can complete the registration", async ({
  page,
  context,
  site,
  allowPageError,
}) => {
  allowPageError(/status of 422/);
  const { t } = createVariant("en");
  await page.goto(site.url("/en"));
  await enterCode(page, t, "WELCOME");
  await expect(page.getByText(t("registration:cookies.notice"))).toBeVisible();
  expect(await context.cookies()).toEqual([]);

  const email = createUniqueEmail();
  const { button } = locateRegistrationForm(page, t);
  await button.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await fillRegistration(page, t, email);
  await button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  await expect(page.getByText(t("progress:finished.plainBody"))).toBeVisible();
  await page.reload();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  const [mail] = await site.fetchMailsTo(email);

  await page.goto(mail?.links[0] ?? "");
  await page.getByRole("button", { name: t("activation:page.button") }).click();
  await expect(locateHeading(page, t("activation:activated.heading"))).toBeVisible();
});

test("browser that blocks cookies keeps the form input when the language changes", async ({ page, site }) => {
  const { t } = createVariant("en");
  await page.goto(site.url("/en/registration/formstarted?rc=WELCOME"));
  await locateRegistrationForm(page, t).firstname.fill("Zoë");
  await page.locator(".languages summary").click();
  await page.locator(".languages").getByRole("button", { name: "Deutsch" }).click();
  await expect(locateHeading(page, "Anna lädt Sie zu Velvetgate ein")).toBeVisible();
  await expect(page.locator('[name="firstname"]')).toHaveValue("Zoë");
});

test("browser that blocks cookies gets a message that login requires cookies", async ({
  page,
  site,
  allowPageError,
}) => {
  allowPageError(/status of 422/);
  const { t } = createVariant("en");
  await page.goto(site.url("/en/login"));
  await page.getByLabel(t("account:login.emailLabel")).fill("member@example.com");
  await page.getByLabel(t("account:login.passwordLabel")).fill("velvetgate");
  await page
    .locator("main")
    .getByRole("button", { name: t("account:login.button") })
    .click();
  await expect(page.getByText(t("account:login.cookies"))).toBeVisible();
});

test(
  "browser that blocks cookies keeps the form input after a choice in the privacy bar",
  { tag: "@script" },
  async ({ page, site }) => {
    const { t } = createVariant("en");
    await page.goto(site.url("/en/registration/formstarted?rc=WELCOME"));
    await locateRegistrationForm(page, t).firstname.fill("Zoë");
    const consentBar = page.getByRole("region", { name: t("frame:consent.title") });
    await consentBar.getByRole("button", { name: t("frame:consent.rejectAll") }).click();
    await expect(consentBar).toBeHidden();
    await expect(page.getByText(t("pages:choice.notKept.body"))).toBeVisible();
    await expect(locateRegistrationForm(page, t).firstname).toHaveValue("Zoë");
  },
);
