import { expect, test } from "./fixtures";
import {
  enterCode,
  expectPageTitle,
  fillRegistration,
  locateHeading,
  createUniqueEmail,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const variant = createVariant("sv");
const { t } = variant;

test("confirmation page and form show the data of the registration again after a reload", async ({
  page,
  site,
}) => {
  const email = createUniqueEmail();
  await page.goto(site.url("/sv"));
  await enterCode(page, t, "WELCOME");
  await fillRegistration(page, t, email);
  await locateRegistrationForm(page, t).button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  await page.reload();
  await expect(page.getByText(t("progress:finished.body", { email }))).toBeVisible();

  await page.getByRole("button", { name: t("progress:mail.changeButton") }).click();
  await expectPageTitle(page, variant, t("registration:form.title"));
  const form = locateRegistrationForm(page, t);
  await expect(form.email).toHaveValue(email);
  await expect(form.firstname).toHaveValue("Zoë");
});

test(
  "form sends the first referrer from local storage if the draft has been lost",
  { tag: "@script" },
  async ({ page, site }) => {
    await page.goto(site.url("/sv"));
    await page.evaluate(() => {
      localStorage.setItem("fref", "www.google.com");
    });
    await page.goto(site.url("/sv/registration/formstarted?rc=WELCOME"));
    await expect(page.locator('form input[name="fref"]')).toHaveValue("www.google.com");
  },
);

test("stored code is deleted once the account is active", { tag: "@script" }, async ({ page, site }) => {
  const email = createUniqueEmail();
  const readStoredCode = () => page.evaluate(() => localStorage.getItem("rc"));
  await page.goto(site.url("/sv"));
  await enterCode(page, t, "WELCOME");
  await expect.poll(readStoredCode).toBe("WELCOME");
  await fillRegistration(page, t, email);
  await locateRegistrationForm(page, t).button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  expect(await readStoredCode()).toBe("WELCOME");
  const [mail] = await site.fetchMailsTo(email);
  await page.goto(mail?.links[0] ?? "");
  await page.getByRole("button", { name: t("activation:page.button") }).click();
  await expect(locateHeading(page, t("activation:activated.heading"))).toBeVisible();
  await expect.poll(readStoredCode).toBe(null);
});
