import type { Velvetgate } from "../support/velvetgate";
import { expect, test as base } from "./fixtures";
import { locateHeading, createUniqueEmail, locateRegistrationForm, createVariant } from "./registration";

const test = base.extend<{ leanSite: Velvetgate }>({
  leanSite: async ({ getSiteWithEnv }, provide) =>
    provide(await getSiteWithEnv({ FEATURES: "registration-flow=lean" })),
});

const { t } = createVariant("de");
const continueLabel = t("registration:lean.continue");

test("registration in two steps keeps its input after Back and a reload", async ({ page, leanSite }) => {
  const form = locateRegistrationForm(page, t);
  const email = createUniqueEmail();
  await page.goto(leanSite.url(`/de/registration/formstarted?rc=WELCOME`));
  await expect(page.getByText(t("registration:lean.step", { step: 1 }))).toBeVisible();
  await form.email.fill(email);
  await form.country.selectOption("AT");
  await page.getByRole("button", { name: continueLabel, exact: true }).click();

  await expect(locateHeading(page, t("registration:secondStep.heading"))).toBeVisible();
  await expect(page.getByText(t("registration:newsletter.short", { brand: "Velvetgate" }))).toBeVisible();
  await page.goBack();
  await expect(form.email).toHaveValue(email);
  await expect(form.country).toHaveValue("AT");
  await page.getByRole("button", { name: continueLabel, exact: true }).click();

  await expect(
    page.getByText(t("registration:secondStep.contact", { email, country: "Österreich" })),
  ).toBeVisible();
  await form.firstname.fill("Zoë");
  await page.getByRole("button", { name: t("registration:secondStep.change"), exact: true }).click();
  await expect(form.email).toHaveValue(email);
  await expect(form.country).toHaveValue("AT");
  await page.getByRole("button", { name: continueLabel, exact: true }).click();
  await expect(form.firstname).toHaveValue("Zoë");
  await page.goBack();
  await expect(form.email).toHaveValue(email);
  await page.goForward();
  await expect(form.firstname).toHaveValue("Zoë");
  await page.reload();
  await expect(form.firstname).toHaveValue("Zoë");

  await form.man.check();
  await form.lastname.fill("O’Neill");
  await form.terms.check();
  await form.button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  expect(await leanSite.fetchMailsTo(email)).toHaveLength(1);
});

test("registration in two steps stays on an invalid first step and shows the errors", async ({
  page,
  leanSite,
  allowPageError,
}) => {
  allowPageError(/status of 422/);
  await page.goto(leanSite.url("/de/registration/formstarted?rc=WELCOME"));
  await locateRegistrationForm(page, t).email.fill("zoe");
  await page.getByRole("button", { name: t("registration:lean.continue"), exact: true }).click();
  await expect(page.getByRole("alert").getByRole("link")).toHaveText([t("registration:email.invalid")]);
  await expect(locateRegistrationForm(page, t).email).toHaveValue("zoe");
});

test("registration in two steps that starts on the landing page returns to the landing page after Back", async ({
  page,
  leanSite,
}) => {
  const viewport = { width: 1280, height: 720 };
  await page.setViewportSize(viewport);
  await page.goto(leanSite.url("/de?rc=WELCOME"));
  const { email } = locateRegistrationForm(page, t);
  await email.fill("zoe@example.org");
  await page.getByRole("button", { name: continueLabel, exact: true }).click();
  await expect(locateHeading(page, t("registration:secondStep.heading"))).toBeVisible();
  await page.goBack();
  // Checks only the horizontal scroll position, because the browser chooses the vertical one.
  await expect.poll(async () => (await email.boundingBox())?.x).toBeLessThan(viewport.width);
  await expect(email).toHaveValue("zoe@example.org");
});
