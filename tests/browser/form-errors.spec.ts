import { localeCodes } from "~/i18n/locales";
import { expect, test } from "./fixtures";
import {
  containing,
  enterCode,
  expectSummary,
  fillRegistration,
  heading,
  newAddress,
  openForm,
  registrationForm,
  variantOf,
} from "./registration";

const refusedByServer = /422 \(Unprocessable/;
test.beforeEach(({ allowPageError }) => allowPageError(refusedByServer));

const { t } = variantOf("en");

for (const locale of localeCodes) {
  test(`${locale}: an empty form is told what is missing, field by field`, async ({
    page,
    site,
    withScript,
  }) => {
    test.skip(withScript && locale !== "en", "with script in one language");
    const variant = variantOf(locale);
    await openForm(page, site.url, variant);
    const form = registrationForm(page, variant.t);
    await form.country.selectOption("");
    await form.button.click();

    const missing = [
      { field: form.woman, message: variant.t("registration:gender.required"), told: form.salutation },
      { field: form.firstname, message: variant.t("registration:firstname.required") },
      { field: form.lastname, message: variant.t("registration:lastname.required") },
      { field: form.email, message: variant.t("registration:email.invalid") },
      { field: form.country, message: variant.t("registration:country.required") },
      { field: form.terms, message: variant.t("registration:terms.required") },
    ];
    await expectSummary(
      page,
      variant.t,
      missing.map(({ message }) => message),
    );
    for (const { field, message, told = field } of missing) {
      await page.getByRole("alert").getByRole("link", { name: message, exact: true }).click();
      await expect(field).toBeFocused();
      await expect(told).toHaveAccessibleDescription(containing(message));
    }
  });
}

/** docs/product.md#registration, word for word. */
test("the messages are those of the specification", async ({ page, site }) => {
  await openForm(page, site.url, variantOf("en"));
  const form = registrationForm(page, t);
  await form.country.selectOption("");
  await form.button.click();
  await expectSummary(page, t, [
    "Please choose an option",
    "Please provide your first name",
    "Please provide your last name",
    "Please provide a valid email address",
    "Please select your country",
    "Please agree to the terms and the privacy policy",
  ]);
});

for (const { what, name } of [
  { what: "digits", name: "R2D2" },
  { what: "an emoji", name: "Anna 🎁" },
  { what: "angle brackets", name: "<b>Anna</b>" },
]) {
  test(`a name with ${what} is refused, and everything typed stays`, async ({ page, site }) => {
    await openForm(page, site.url, variantOf("en"));
    const email = newAddress();
    await fillRegistration(page, t, email);
    const form = registrationForm(page, t);
    await form.firstname.fill(name);
    await form.button.click();

    await expectSummary(page, t, ["Please use valid characters"]);
    await expect(form.firstname).toHaveValue(name);
    await expect(form.woman).toBeChecked();
    await expect(form.lastname).toHaveValue("O’Neill-Łukasik");
    await expect(form.email).toHaveValue(email);
    await expect(form.country).toHaveValue("AT");
    await expect(form.newsletter).toBeChecked();
    await expect(form.terms).toBeChecked();
    expect(await site.mailsTo(email)).toEqual([]);

    await form.firstname.fill("Anna");
    await form.button.click();
    await expect(heading(page, t("progress:finished.heading"))).toBeVisible();
    expect(await site.mailsTo(email)).toHaveLength(1);
  });
}

test("a country that the code does not offer cannot be chosen", async ({ page, site }) => {
  await page.goto(site.url("/en/registration/formstarted?rc=VIP2026"));
  const options = registrationForm(page, t).country.getByRole("option");
  await expect(options).toHaveText([
    t("registration:country.placeholder"),
    "Austria",
    "Germany",
    "Switzerland",
  ]);
});

test("a probable slip in the address is asked about once", async ({ page, site }) => {
  await openForm(page, site.url, variantOf("en"));
  const form = registrationForm(page, t);
  const email = newAddress().replace("example.com", "gamil.com");
  await fillRegistration(page, t, email);
  await form.button.click();
  const suggestion = email.replace("gamil", "gmail");
  await expectSummary(page, t, [t("registration:email.suggestion", { suggestion })]);
  await expect(form.email).toHaveValue(email);
  await expect(form.terms).toBeChecked();
  await form.button.click();
  await expect(heading(page, t("progress:finished.heading"))).toBeVisible();
  expect(await site.mailsTo(email)).toHaveLength(1);
});

test.describe("the code", () => {
  for (const { typed, message } of [
    { typed: "", message: "Please provide an access code." },
    { typed: " \u200b ", message: "Please provide an access code." },
    { typed: "WEL/COME!", message: "Please use valid characters" },
    { typed: "NO-SUCH-CODE", message: "Your code is not valid." },
    { typed: "NOCUSTOM", message: "Your code is not valid." },
    { typed: "NOINVITER", message: "Your code is not valid." },
    { typed: "EXPIRED", message: t("landing:code.expired") },
    { typed: "EMPTY", message: t("landing:code.noBalance") },
    { typed: "PENDING", message: t("landing:code.noBalance") },
    { typed: "NEEDSVT", message: "Your registration link is invalid. Please request a new invitation." },
  ]) {
    test(`${JSON.stringify(typed)} is answered at the field: ${message}`, async ({ page, site }) => {
      await page.goto(site.url("/en"));
      await enterCode(page, t, typed);
      await expectSummary(page, t, [message]);
      await page.getByRole("alert").getByRole("link").click();
      const field = page.getByLabel(t("landing:code.label"), { exact: true });
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(typed);
      await expect(field).toHaveAccessibleDescription(containing(message));
    });
  }

  test("of a shop that may not invite from here leads to the deny page", async ({
    page,
    site,
    allowPageError,
  }) => {
    allowPageError(/403 \(Forbidden/);
    await page.goto(site.url("/de"));
    const german = variantOf("de").t;
    await enterCode(page, german, "NOREFERER");
    await expect(heading(page, german("deny:referrer.heading"))).toBeVisible();
    await expect(page).toHaveURL(site.url("/de/registration/deny?reason=referrer"));
  });

  for (const locale of localeCodes) {
    test(`${locale}: a wrong one is told of in the visitor’s language`, async ({ page, site }) => {
      const variant = variantOf(locale);
      await page.goto(site.url(`/${locale}`));
      await enterCode(page, variant.t, "NO-SUCH-CODE");
      await expectSummary(page, variant.t, [variant.t("landing:code.invalid")]);
    });
  }
});
