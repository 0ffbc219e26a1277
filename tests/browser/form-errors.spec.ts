import { expect, test } from "./fixtures";
import {
  createTextPattern,
  enterCode,
  expectFieldError,
  expectHydrated,
  expectErrorSummary,
  fillRegistration,
  locateHeading,
  createUniqueEmail,
  openForm,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const unprocessablePattern = /422 \(Unprocessable/;
test.beforeEach(({ allowPageError }) => allowPageError(unprocessablePattern));

const { t } = createVariant("en");

test(
  "page title of a form with errors starts with one error prefix, even after a second failed attempt",
  { tag: "@script" },
  async ({ page, site }) => {
    await page.goto(site.url("/en?rc=WELCOME"));
    await page.locator("#main-form .button").click();
    await expectHydrated(page);
    await page.locator("#main-form .button").click();
    await expect(page.getByRole("alert")).toContainText("Please provide a valid email address");
    const title = t("common:title.page", { title: t("registration:form.title") });
    await expect(page).toHaveTitle(t("common:title.error", { title }));
  },
);

/**
 * The form's error messages (docs/product/registration.md#registration). tests/integration/server tests them in the
 * other languages.
 */
test("empty form shows each missing field", async ({ page, site }) => {
  await openForm(page, site.url, createVariant("en"));
  const form = locateRegistrationForm(page, t);
  await form.country.selectOption("");
  await form.button.click();

  const missingFields = [
    { field: form.firstname, message: "Please provide your first name" },
    { field: form.lastname, message: "Please provide your last name" },
    { field: form.woman, message: "Please choose an option", describedField: form.salutation },
    { field: form.email, message: "Please provide a valid email address" },
    { field: form.country, message: "Please select your country" },
    { field: form.terms, message: "Please agree to the terms and the privacy policy" },
  ];
  await expectErrorSummary(
    page,
    t,
    missingFields.map(({ message }) => message),
  );
  for (const { field, message, describedField = field } of missingFields) {
    await page.getByRole("alert").getByRole("link", { name: message, exact: true }).click();
    await expect(field).toBeFocused();
    await expect(describedField).toHaveAccessibleDescription(createTextPattern(message));
  }
});

test("name with angle brackets is rejected, and the form keeps all input", async ({ page, site }) => {
  await openForm(page, site.url, createVariant("en"));
  const email = createUniqueEmail();
  await fillRegistration(page, t, email);
  const form = locateRegistrationForm(page, t);
  await form.firstname.fill("<b>Anna</b>");
  await form.button.click();

  await expectErrorSummary(page, t, ["Please use valid characters"]);
  await expect(form.firstname).toHaveValue("<b>Anna</b>");
  await expect(form.woman).toBeChecked();
  await expect(form.lastname).toHaveValue("O’Neill-Łukasik");
  await expect(form.email).toHaveValue(email);
  await expect(form.country).toHaveValue("AT");
  await expect(form.newsletter).toBeChecked();
  await expect(form.terms).toBeChecked();
  expect(await site.fetchMailsTo(email)).toEqual([]);

  await form.firstname.fill("Anna");
  await form.button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  expect(await site.fetchMailsTo(email)).toHaveLength(1);
});

test("form asks about a suspected typo in the e-mail address only once", async ({
  page,
  site,
  isJavaScriptEnabled,
}) => {
  await openForm(page, site.url, createVariant("en"));
  // Before hydration, the form suggests a corrected address only after it is submitted.
  if (isJavaScriptEnabled) await expectHydrated(page);
  const form = locateRegistrationForm(page, t);
  const email = createUniqueEmail().replace("example.com", "gamil.com");
  await fillRegistration(page, t, email);
  const suggestion = email.replace("gamil", "gmail");
  // With scripts the suggested address appears when the field loses the focus; otherwise after the form is submitted.
  if (isJavaScriptEnabled)
    await expect(page.getByText(t("registration:email.suggestion", { suggestion }))).toBeVisible();
  else {
    await form.button.click();
    await expectErrorSummary(page, t, [t("registration:email.suggestion", { suggestion })]);
  }
  await expect(form.email).toHaveValue(email);
  await expect(form.terms).toBeChecked();
  await form.button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  expect(await site.fetchMailsTo(email)).toHaveLength(1);
});

for (const { input, message } of [
  { input: " \u200b ", message: "Please provide an access code." },
  { input: "NO-SUCH-CODE", message: "Your code is not valid." },
])
  test(`code ${JSON.stringify(input)} is rejected at the field: ${message}`, async ({ page, site }) => {
    await page.goto(site.url("/en"));
    await enterCode(page, t, input);
    await expectFieldError(page, t("landing:code.label"), message);
    await expect(page).toHaveTitle(new RegExp(`^${t("common:title.error", { title: "" })}`));
    await expect(page.getByLabel(t("landing:code.label"), { exact: true })).toHaveValue(input);
  });
