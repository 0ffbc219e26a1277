import type { Page } from "@playwright/test";
import { wordsByLocale } from "../support/journey-words";
import type { TestSite } from "../support/velvetgate";
import { expect, test } from "./fixtures";
import {
  browserLocales,
  expectPageTitle,
  fillRegistration,
  locateHeading,
  createUniqueEmail,
  locateRegistrationForm,
  createVariant,
  type PageVariant,
} from "./registration";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

for (const locale of browserLocales)
  test(`${locale}: visitor with a code becomes a member`, async ({ page, site, isJavaScriptEnabled }) => {
    test.skip(!isJavaScriptEnabled && locale !== "de", "without script in one language");
    await completeJourney(page, site, createVariant(locale));
  });

test(
  "visitor with a code becomes a member on a site with BASE_PATH",
  { tag: "@script" },
  async ({ page, getSiteWithEnv }) => {
    await completeJourney(page, await getSiteWithEnv({}, "/acquisition"), createVariant("de"));
  },
);

test("invited visitor needs six taps and three typed fields until the e-mail is sent", async ({
  page,
  site,
}) => {
  const email = createUniqueEmail();
  const { t } = createVariant("it");
  const form = locateRegistrationForm(page, t);
  await page.goto(site.url("/it?rc=WELCOME"));
  await expect(locateHeading(page, t("landing:invited.headline.default", { inviter: "Anna" }))).toBeVisible();
  await page.getByLabel(t("registration:email.label"), { exact: true }).click();
  await page.keyboard.type(email);
  await page.getByRole("button", { name: t("registration:lean.continue"), exact: true }).click();
  await expect(page.getByText(email)).toBeVisible();
  await expect(form.email).toHaveCount(0);
  await form.firstname.click();
  await page.keyboard.type("Zoë");
  // The Tab key stands for the key of a phone's keyboard that moves to the next field.
  await page.keyboard.press("Tab");
  await page.keyboard.type("Berg");
  await form.woman.click();
  await form.terms.click();
  await form.button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  expect(await site.fetchMailsTo(email)).toHaveLength(1);
});

test(
  "unknown activation link activates nothing, and its page offers a new e-mail",
  { tag: "@script" },
  async ({ page, site }) => {
    const variant = createVariant("sv");
    const { t } = variant;
    await page.goto(site.url("/sv/registration/activateaccount?accountActivationId=nobody-has-this"));
    await page.getByRole("button", { name: t("activation:page.button") }).click();
    await expectPageTitle(page, variant, t("activation:error.title"));
    await expect(page).toHaveURL(site.url("/sv/registration/activateaccountError?reason=not-found"));
    await expect(page.getByText(t("activation:error.notFound.body"))).toBeVisible();
    await page.getByRole("link", { name: t("activation:error.newMail") }).click();
    await expectPageTitle(page, variant, t("progress:resend.title"));
    await page.getByLabel(t("registration:email.label")).fill(createUniqueEmail());
    await page.getByRole("button", { name: t("progress:resend.button") }).click();
    await expect(locateHeading(page, t("progress:resend.sentHeading"))).toBeVisible();
    await page.getByRole("link", { name: t("progress:resend.heading") }).click();
    await expect(page.getByRole("button", { name: t("progress:resend.button") })).toBeVisible();
  },
);

/**
 * Completes the journey in a language and expects its texts on each page. tests/integration/server/journey.test.ts
 * covers every language.
 */
async function completeJourney(page: Page, site: TestSite, variant: PageVariant): Promise<void> {
  const expectedTexts = wordsByLocale[variant.locale];
  const email = createUniqueEmail();
  await page.goto(site.url(variant.prefix));
  await expectPageTitle(page, variant, expectedTexts.landingTitle);
  await page.getByLabel(expectedTexts.codeLabel, { exact: true }).fill(" wel come ");
  await page.getByRole("main").getByRole("button", { name: expectedTexts.codeButton, exact: true }).click();
  await expect(page).toHaveURL(site.url(`${variant.prefix}/registration/formstarted`));
  await expectPageTitle(page, variant, expectedTexts.formTitle);
  await expect(locateHeading(page, expectedTexts.formHeading)).toBeVisible();
  await fillRegistration(page, variant.t, email);
  await page.getByRole("main").getByRole("button", { name: expectedTexts.formButton, exact: true }).click();
  await expect(page).toHaveURL(site.url(`${variant.prefix}/registration/formfinished`));
  await expectPageTitle(page, variant, expectedTexts.finishedTitle);
  await expect(locateHeading(page, expectedTexts.finishedHeading)).toBeVisible();
  await expect(page.getByText(expectedTexts.finishedBody(email))).toBeVisible();
  const [mail, ...otherMails] = await site.fetchMailsTo(email);
  expect([mail?.subject, otherMails]).toEqual([expectedTexts.mailSubject, []]);
  await activateAccount(page, site, variant, mail?.links[0] ?? "");
}

async function activateAccount(
  page: Page,
  site: TestSite,
  { locale }: PageVariant,
  link: string,
): Promise<void> {
  const expectedTexts = wordsByLocale[locale];
  const clickActivate = () =>
    page.getByRole("button", { name: expectedTexts.activationButton, exact: true }).click();
  const createDoneUrl = (activationResult: string) =>
    site.url(`/${locale}/registration/activateaccount?done=${activationResult}`);
  // Opens the link twice, like a mail scanner: the account can still be activated.
  await page.goto(link);
  await page.reload();
  await expect(locateHeading(page, expectedTexts.activationHeading)).toBeVisible();
  await clickActivate();
  await expect(page).toHaveURL(createDoneUrl("activated"));
  await expect(locateHeading(page, expectedTexts.activatedHeading)).toBeVisible();
  await page.getByRole("link", { name: expectedTexts.activatedLink, exact: true }).click();
  await expect(page.getByRole("heading", { name: expectedTexts.welcomeTitle })).toBeVisible();

  await page.goto(link);
  await clickActivate();
  await expect(page).toHaveURL(createDoneUrl("already"));
  await expect(locateHeading(page, expectedTexts.alreadyActiveHeading)).toBeVisible();
}
