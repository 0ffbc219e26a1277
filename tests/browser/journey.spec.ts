import type { Page } from "@playwright/test";
import { localeCodes } from "~/i18n/locales";
import { textsOf } from "../../acq/texts/texts";
import { type OpenSite, startVelvetgate } from "../support/velvetgate";
import { expect, test } from "./fixtures";
import {
  enterCode,
  expectPage,
  fillRegistration,
  heading,
  newAddress,
  registrationForm,
  variantOf,
  type Variant,
} from "./registration";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

for (const locale of localeCodes) {
  test(`${locale}: from the code to the membership`, async ({ page, site }) => {
    await completeJourney(page, site, variantOf(locale));
  });
}

test.describe("without a prefix", () => {
  test.use({ locale: "pl-PL" });

  test("from the code to the membership in the browser’s language", async ({ page, site }) => {
    await completeJourney(page, site, variantOf("pl", ""));
  });
});

test("under BASE_PATH from the code to the membership", async ({ page }) => {
  const site = await startVelvetgate({ basePath: "/acquisition" });
  try {
    await completeJourney(page, site, variantOf("fr"));
    await completeJourney(page, site, variantOf("fr", ""));
  } finally {
    await site.stop();
  }
});

test("an invitation to the landing page holds the form itself", async ({ page, site }) => {
  const email = newAddress();
  const { t } = variantOf("it");
  await page.goto(site.url("/it?rc=WELCOME"));
  await expect(heading(page, t("landing:headline.invited", { inviter: "Anna" }))).toBeVisible();
  await fillRegistration(page, t, email);
  await registrationForm(page, t).button.click();
  await expect(heading(page, t("progress:finished.heading"))).toBeVisible();
  expect(await site.mailsTo(email)).toHaveLength(1);
});

test("an invitation’s link opens the form", async ({ page, site }) => {
  const variant = variantOf("nl");
  await page.goto(site.url("/nl/registration/formstarted?rc=WELCOME"));
  await expect(
    heading(page, variant.t("registration:form.headingInvited", { inviter: "Anna" })),
  ).toBeVisible();
});

test("a link that was never sent activates nothing and leads to a new mail", async ({ page, site }) => {
  const variant = variantOf("sv");
  const { t } = variant;
  await page.goto(site.url("/sv/registration/activateaccount?accountActivationId=nobody-has-this"));
  await page.getByRole("button", { name: t("activation:page.button") }).click();
  await expectPage(page, variant, t("activation:error.title"));
  await expect(page).toHaveURL(site.url("/sv/registration/activateaccountError?reason=not-found"));
  await expect(page.getByText(t("activation:error.notFound.body"))).toBeVisible();
  await page.getByRole("link", { name: t("activation:error.newMail") }).click();
  await expectPage(page, variant, t("progress:resend.title"));
});

async function completeJourney(page: Page, site: OpenSite, variant: Variant): Promise<void> {
  const email = newAddress();
  await page.goto(site.url(variant.prefix || "/"));
  await expectPage(page, variant, variant.t("landing:title"));
  await enterCode(page, variant.t, " wel come ");
  await expect(page).toHaveURL(site.url(`${variant.prefix}/registration/formstarted`));
  await register(page, variant, email);
  await expect(page).toHaveURL(site.url(`${variant.prefix}/registration/formfinished`));
  await activate(page, site, variant, await linkOfMail(site, variant, email));
}

async function register(page: Page, variant: Variant, email: string): Promise<void> {
  const { t } = variant;
  await expectPage(page, variant, t("registration:form.title"));
  await expect(heading(page, t("registration:form.headingInvited", { inviter: "Anna" }))).toBeVisible();
  await fillRegistration(page, t, email);
  await registrationForm(page, t).button.click();
  await expectPage(page, variant, t("progress:finished.title"));
  await expect(page.getByText(t("progress:finished.body", { email }))).toBeVisible();
}

/** The one mail that the visitor got, in the language of the form. */
async function linkOfMail(site: OpenSite, { locale }: Variant, email: string): Promise<string> {
  const words = textsOf(locale).mail;
  const [mail, ...others] = await site.mailsTo(email);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: words.subject("Velvetgate") });
  expect(mail?.text).toContain(words.greeting("Zoë"));
  expect(mail?.html).toContain(words.button);
  const [link = ""] = mail?.links ?? [];
  expect(mail?.text).toContain(link);
  expect(link.startsWith(site.url(`/${locale}/registration/activateaccount?accountActivationId=`))).toBe(
    true,
  );
  return link;
}

async function activate(page: Page, site: OpenSite, { locale, t }: Variant, link: string): Promise<void> {
  const press = () => page.getByRole("button", { name: t("activation:page.button"), exact: true }).click();
  const done = (how: string) => site.url(`/${locale}/registration/activateaccount?done=${how}`);
  // Opened twice, as by a mail scanner: still there to be activated.
  await page.goto(link);
  await page.reload();
  await expect(heading(page, t("activation:page.heading"))).toBeVisible();
  await press();
  await expect(page).toHaveURL(done("activated"));
  await expect(heading(page, t("activation:activated.heading"))).toBeVisible();
  await page.getByRole("link", { name: t("activation:activated.button"), exact: true }).click();
  await expect(page.getByRole("heading", { name: textsOf(locale).welcome.title })).toBeVisible();

  await page.goto(link);
  await press();
  await expect(page).toHaveURL(done("already"));
  await expect(heading(page, t("activation:already.heading"))).toBeVisible();
}
