import { expect, test } from "./fixtures";
import { createTextPattern, expectHydrated, createUniqueEmail, createVariant } from "./registration";

test.beforeEach(({ allowPageError }) => allowPageError(/422 \(Unprocessable/));

const { t } = createVariant("en");

for (const { path, messageKey } of [
  { path: "/en/membership-interest/apply", messageKey: "registration:email.invalid" },
  { path: "/en/registration/resend", messageKey: "registration:email.invalid" },
  { path: "/en/login", messageKey: "account:login.emailInvalid" },
] as const)
  test(`${path} shows an error after blur of an invalid e-mail address, and hides the error once the address is valid`, async ({
    page,
    site,
  }) => {
    await page.goto(site.url(path));
    await expectHydrated(page);
    const email = page.locator("#email");
    const message = page.getByText(t(messageKey));
    await email.fill("anna@");
    await expect(message).toBeHidden();
    await email.press("Tab");
    await expect(email).toHaveAccessibleDescription(createTextPattern(t(messageKey)));
    await expect(email).toHaveAttribute("aria-invalid", "true");
    await email.pressSequentially("example.com");
    await expect(message).toBeHidden();
  });

test.describe("first step on the landing page of an invitation", () => {
  const message = t("registration:email.invalid");

  test.beforeEach(async ({ page, site }) => {
    await page.goto(site.url("/en?rc=WELCOME"));
    const email = page.locator("#email");
    // The script that validates the field is loaded after the field's first focus.
    await expect(async () => {
      await email.fill("anna@");
      await email.blur();
      await expect(email).toHaveAccessibleDescription(message, { timeout: 500 });
    }).toPass();
  });

  test("shows an error after blur of an invalid e-mail address, and hides the error once the address is valid", async ({
    page,
  }) => {
    const email = page.locator("#email");
    await expect(email).toHaveAttribute("aria-invalid", "true");
    await email.pressSequentially("example.com");
    await expect(page.getByText(message)).toBeHidden();
    await expect(email).not.toHaveAttribute("aria-invalid");
  });

  test("keeps an invalid address on the landing page and focuses the field", async ({ page, site }) => {
    const email = page.locator("#email");
    await page.getByRole("button", { name: t("registration:lean.continue") }).click();
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription(message);
    expect(page.url()).toBe(site.url("/en?rc=WELCOME"));
  });

  test("keeps the typed address, without validating it, when the visitor changes the language", async ({
    page,
  }) => {
    await page.locator("footer").getByRole("button", { name: "Deutsch" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "de-DE");
    await expect(page.locator("#email")).toHaveValue("anna@");
  });
});

for (const path of ["/en/membership-interest/apply", "/en/registration/resend"]) {
  test(`${path} asks about a suspected typo when the e-mail field loses focus`, async ({ page, site }) => {
    await page.goto(site.url(path));
    await expectHydrated(page);
    const intendedEmail = createUniqueEmail().replace("example.com", "gmail.com");
    const email = page.locator("#email");
    const emailQuestion = page.getByText(t("registration:email.suggestion", { suggestion: intendedEmail }));
    await email.fill(intendedEmail.replace("gmail", "gmial"));
    await email.press("Tab");
    await expect(emailQuestion).toBeVisible();
    await page
      .getByRole("button", { name: t("registration:email.useSuggestion", { suggestion: intendedEmail }) })
      .click();
    await expect(email).toHaveValue(intendedEmail);
    await expect(email).toBeFocused();
    await expect(emailQuestion).toBeHidden();
  });

  test(`${path} asks about a suspected typo when Enter in the e-mail field submits the form`, async ({
    page,
    site,
  }) => {
    await page.goto(site.url(path));
    await expectHydrated(page);
    const intendedEmail = createUniqueEmail().replace("example.com", "gmail.com");
    const email = page.locator("#email");
    await email.fill(intendedEmail.replace("gmail", "gmial"));
    await email.press("Enter");
    await expect(email).toHaveAccessibleDescription(
      createTextPattern(t("registration:email.suggestion", { suggestion: intendedEmail })),
    );
    await email.press("Enter");
    await expect(page).not.toHaveURL(site.url(path));
  });
}
