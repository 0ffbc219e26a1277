// tests/integration/server/registration-form.test.ts tests every kind of fault, also without scripts.

import { createFault } from "../support/acq-controls";
import { expect, test } from "./fixtures";
import {
  enterCode,
  expectHydrated,
  expectPageTitle,
  fillRegistration,
  locateHeading,
  createUniqueEmail,
  openForm,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const variant = createVariant("de");
const { t } = variant;

test.beforeEach(({ allowPageError }) => allowPageError(/503 \(Service Unavailable/));
test.afterEach(({ site }) => site.clearFaults());

for (const { operationName, kind, when } of [
  { operationName: "submitRegistration", kind: "reset", when: "after" },
  { operationName: "checkRegistrationCode", kind: "graphql-error", when: "before" },
] as const) {
  test(`form keeps its input and registers once on a retry if ${operationName} fails (${kind} ${when} execution)`, async ({
    page,
    site,
  }) => {
    const email = createUniqueEmail();
    await openForm(page, site.url, variant);
    await expectHydrated(page);
    await fillRegistration(page, t, email);
    const form = locateRegistrationForm(page, t);
    await site.addFault(createFault(operationName, kind, when));
    const responsePromise = page.waitForResponse((response) => response.request().method() === "POST");
    await form.button.click();
    expect((await responsePromise).status()).toBe(503);

    await expect(page.getByRole("alert")).toContainText(t("common:failure.generic"));
    await expect(page.getByRole("alert")).toContainText(t("common:failure.kept"));
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(form.woman).toBeChecked();
    await expect(form.firstname).toHaveValue("Zoë");
    await expect(form.lastname).toHaveValue("O’Neill-Łukasik");
    await expect(form.email).toHaveValue(email);
    await expect(form.country).toHaveValue("AT");
    await expect(form.newsletter).toBeChecked();
    await expect(form.terms).toBeChecked();

    await site.clearFaults();
    await form.button.click();
    await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
    expect(await site.fetchMailsTo(email)).toHaveLength(1);
  });
}

test("failed login keeps the typed e-mail address, but its message does not claim to keep the password", async ({
  page,
  site,
}) => {
  await site.addFault(createFault("login", "status"));
  await page.goto(site.url("/de/login"));
  const email = page.getByLabel(t("account:login.emailLabel"), { exact: true });
  await email.fill("noah@example.com");
  await page.getByLabel(t("account:login.passwordLabel"), { exact: true }).fill("velvetgate");
  await page.getByRole("button", { name: t("account:login.button"), exact: true }).click();
  const alertRegion = page.getByRole("alert");
  await expect(alertRegion).toContainText(t("common:failure.generic"));
  await expect(alertRegion).not.toContainText(t("common:failure.kept"));
  await expect(email).toHaveValue("noah@example.com");
});

test("invitation link offers a retry when acq does not answer", async ({ page, site }) => {
  await site.addFault(createFault("checkRegistrationCode", "status"));
  const response = await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
  expect(response?.status()).toBe(503);
  await expectPageTitle(page, variant, t("errors:unavailable.title"));
  await site.clearFaults();
  await page.getByRole("link", { name: t("errors:unavailable.button") }).click();
  await expect(locateHeading(page, t("registration:form.headingInvited", { inviter: "Anna" }))).toBeVisible();
});

test("landing page works without acq, and keeps a typed code that acq cannot check", async ({
  page,
  site,
}) => {
  await site.addFault(createFault("*", "reset"));
  const response = await page.goto(site.url("/de"));
  expect(response?.status()).toBe(200);
  await expectPageTitle(page, variant, t("landing:title"));
  await enterCode(page, t, "WELCOME");
  await expect(page.getByRole("alert")).toContainText(t("common:failure.generic"));
  await expect(page.getByLabel(t("landing:code.label"), { exact: true })).toHaveValue("WELCOME");
  await site.clearFaults();
  await page.getByLabel(t("landing:code.label"), { exact: true }).press("Enter");
  await expect(locateHeading(page, t("registration:form.headingInvited", { inviter: "Anna" }))).toBeVisible();
});

test("activation can be retried when acq does not answer", async ({ page, site }) => {
  const email = createUniqueEmail();
  await openForm(page, site.url, variant);
  await fillRegistration(page, t, email);
  await locateRegistrationForm(page, t).button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  const [mail] = await site.fetchMailsTo(email);
  await page.goto(mail?.links[0] ?? "");
  await site.addFault(createFault("activateAccount", "status"));
  await page.getByRole("button", { name: t("activation:page.button") }).click();
  await expectPageTitle(page, variant, t("errors:unavailable.title"));
  await site.clearFaults();
  await page.getByRole("link", { name: t("errors:unavailable.button") }).click();
  await page.getByRole("button", { name: t("activation:page.button") }).click();
  await expect(locateHeading(page, t("activation:activated.heading"))).toBeVisible();
});
