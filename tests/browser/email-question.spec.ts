import { expect, test } from "./fixtures";
import { createTextPattern, expectHydrated, createUniqueEmail, createVariant } from "./registration";

test.beforeEach(({ allowPageError }) => allowPageError(/422 \(Unprocessable/));

const { t } = createVariant("en");

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
