import { expect, test } from "./fixtures";
import {
  createTextPattern,
  expectHydrated,
  expectErrorSummary,
  fillRegistration,
  locateHeading,
  createUniqueEmail,
  openForm,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const { t } = createVariant("en");

test.beforeEach(async ({ page, site }) => {
  await openForm(page, site.url, createVariant("en"));
  await expectHydrated(page);
});

test("validation message appears when a filled field loses focus, and disappears once the input is valid", async ({
  page,
}) => {
  const { email, lastname } = locateRegistrationForm(page, t);
  const message = t("registration:email.invalid");
  await email.pressSequentially("anna@");
  await expect(page.getByText(message)).toBeHidden();
  await lastname.focus();
  await expect(email).toHaveAccessibleDescription(createTextPattern(message));
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await expect(lastname).toBeFocused();
  await expect(page.getByRole("alert")).toBeHidden();
  await email.pressSequentially("example.com");
  await expect(page.getByText(message)).toBeHidden();
});

test("message that appears on blur does not move a checkbox while the visitor clicks it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 1600 });
  const { email, newsletter } = locateRegistrationForm(page, t);
  await email.pressSequentially("anna@");
  await newsletter.click();
  await expect(newsletter).toBeChecked();
  await expect(email).toHaveAccessibleDescription(createTextPattern(t("registration:email.invalid")));
});

test("form asks about a suspected typo on blur, and the visitor can accept or ignore the suggestion", async ({
  page,
  site,
}) => {
  const form = locateRegistrationForm(page, t);
  const emailWithTypo = createUniqueEmail().replace("example.com", "gamil.com");
  const intendedEmail = emailWithTypo.replace("gamil", "gmail");
  const question = page.getByText(t("registration:email.suggestion", { suggestion: intendedEmail }));
  await fillRegistration(page, t, emailWithTypo);
  await expect(question).toBeVisible();
  await page
    .getByRole("button", { name: t("registration:email.useSuggestion", { suggestion: intendedEmail }) })
    .click();
  await expect(form.email).toHaveValue(intendedEmail);
  await expect(form.email).toBeFocused();
  await expect(question).toBeHidden();

  await form.email.fill(emailWithTypo);
  await form.lastname.focus();
  await expect(question).toBeVisible();
  await form.button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  expect(await site.fetchMailsTo(emailWithTypo)).toHaveLength(1);
});

test("error summary includes the question about a suspected typo in the e-mail address", async ({ page }) => {
  const form = locateRegistrationForm(page, t);
  const emailWithTypo = createUniqueEmail().replace("example.com", "gamil.com");
  const suggestion = emailWithTypo.replace("gamil", "gmail");
  await fillRegistration(page, t, emailWithTypo);
  await form.firstname.fill("");
  await form.button.click();
  await expectErrorSummary(page, t, [
    t("registration:firstname.required"),
    t("registration:email.suggestion", { suggestion }),
  ]);
});

test("empty field shows no message on blur", async ({ page }) => {
  const form = locateRegistrationForm(page, t);
  await form.firstname.focus();
  await form.lastname.focus();
  await form.email.focus();
  await form.country.focus();
  await form.email.fill("anna");
  await form.country.focus();
  await expect(page.getByText(t("registration:email.invalid"))).toBeVisible();
  await expect(page.getByText(t("registration:firstname.required"))).toBeHidden();
  await expect(page.getByText(t("registration:lastname.required"))).toBeHidden();
});

test("client-side validation focuses the error summary on each attempt to submit, and sends no request", async ({
  page,
}) => {
  const postUrls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") postUrls.push(request.url());
  });
  await fillRegistration(page, t, createUniqueEmail());
  const form = locateRegistrationForm(page, t);
  await form.lastname.fill("");
  await form.button.click();
  await expectErrorSummary(page, t, [t("registration:lastname.required")]);
  await form.button.click();
  await expectErrorSummary(page, t, [t("registration:lastname.required")]);
  expect(postUrls).toEqual([]);
  await form.lastname.fill("Berg");
  await expect(page.getByRole("alert")).toBeHidden();
  await expect(page).toHaveTitle(t("common:title.page", { title: t("registration:form.title") }));
});

test("whole form can be completed by keyboard alone", async ({ page, site }) => {
  const email = createUniqueEmail();
  const pressKey = (key: string) => page.keyboard.press(key);
  const form = locateRegistrationForm(page, t);
  await page.goto(site.url("/en"));
  await pressKey("Tab");
  await expect(page.getByRole("link", { name: t("frame:skipLink") })).toBeFocused();
  await pressKey("Enter");
  await pressKey("Tab");
  await expect(page.getByLabel(t("landing:code.label"), { exact: true })).toBeFocused();
  await page.keyboard.type("welcome");
  await pressKey("Enter");

  await expect(locateHeading(page, t("registration:form.headingInvited", { inviter: "Anna" }))).toBeVisible();
  await expectHydrated(page);
  // The skip link has set "#main" in the URL. On the next page, the tab order therefore starts at the main content.
  for (const [field, keys] of [
    [form.firstname, Array.from("Anna")],
    [form.lastname, Array.from("Berg")],
    [form.woman, ["Space"]],
    [form.email, Array.from(email)],
    [form.country, Array.from("Austria")],
    [form.newsletter, ["Space"]],
  ] as const) {
    await pressKey("Tab");
    await expect(field).toBeFocused();
    for (const key of keys) await pressKey(key);
  }
  await expect(form.country).toHaveValue("AT");
  await pressKey("Tab");
  await expect(form.terms).toBeFocused();
  await pressKey("Space");
  for (const link of ["terms", "privacy"]) {
    await pressKey("Tab");
    await expect(page.locator(":focus")).toHaveAttribute("href", `/en/info/${link}`);
  }
  await pressKey("Tab");
  await pressKey("Enter");
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();

  const [mail] = await site.fetchMailsTo(email);
  await page.goto(mail?.links[0] ?? "");
  const button = page.getByRole("button", { name: t("activation:page.button") });
  for (
    let pressCount = 0;
    pressCount < 20 && !(await button.evaluate((element) => element.matches(":focus")));
    pressCount += 1
  )
    await pressKey("Tab");
  await expect(button).toBeFocused();
  await pressKey("Enter");
  await expect(locateHeading(page, t("activation:activated.heading"))).toBeVisible();
});

test.describe("touch keyboard's Enter key", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("moves to the next field instead of submitting the form", async ({ page }) => {
    const { firstname, lastname, email } = locateRegistrationForm(page, t);
    await firstname.fill("Anna");
    await firstname.press("Enter");
    await expect(lastname).toBeFocused();
    await lastname.press("Enter");
    await expect(page.getByRole("radio").first()).toBeFocused();
    await email.press("Enter");
    await expect(page.getByRole("combobox").first()).toBeFocused();
    await expect(page.getByRole("alert")).toBeHidden();
  });
});
