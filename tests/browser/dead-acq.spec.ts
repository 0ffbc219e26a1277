import type { Fault } from "../support/velvetgate";
import { expect, test } from "./fixtures";
import {
  enterCode,
  expectHydrated,
  expectPage,
  fillRegistration,
  heading,
  newAddress,
  openForm,
  registrationForm,
  variantOf,
} from "./registration";

const kinds = ["status", "reset", "malformed", "graphql-error"] as const;
const variant = variantOf("de");
const { t } = variant;

/** More often than any caller tries again. */
const dead = (operationName: string, kind: Fault["kind"], when: Fault["when"] = "before"): Fault => ({
  operationName,
  kind,
  when,
  times: 20,
  ...(kind === "status" && { value: 502 }),
});

test.beforeEach(({ allowPageError }) => allowPageError(/503 \(Service Unavailable/));
test.afterEach(({ site }) => site.clearFaults());

for (const { operationName, kind, when } of [
  ...kinds.map((kind) => ({ operationName: "submitRegistration", kind, when: "before" as const })),
  ...kinds.map((kind) => ({ operationName: "checkRegistrationCode", kind, when: "before" as const })),
  { operationName: "submitRegistration", kind: "reset" as const, when: "after" as const },
]) {
  test(`${operationName} fails with ${kind} ${when} its work: all is kept, and sent once`, async ({
    page,
    site,
    withScript,
  }) => {
    const email = newAddress();
    await openForm(page, site.url, variant);
    if (withScript) await expectHydrated(page);
    await fillRegistration(page, t, email);
    const form = registrationForm(page, t);
    await site.addFault(dead(operationName, kind, when));
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await form.button.click();
    expect((await answered).status()).toBe(503);

    const message = kind === "graphql-error" ? "common:failure.generic" : "common:failure.network";
    await expect(page.getByRole("alert")).toContainText(t(message));
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
    await expect(heading(page, t("progress:finished.heading"))).toBeVisible();
    expect(await site.mailsTo(email)).toHaveLength(1);
  });
}

test("a form that was shown in trouble can be reloaded and changed", async ({ page, site }) => {
  const email = newAddress();
  await openForm(page, site.url, variant);
  await fillRegistration(page, t, newAddress());
  const form = registrationForm(page, t);
  await site.addFault(dead("submitRegistration", "reset"));
  await form.button.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await site.clearFaults();
  await page.goto(site.url("/de/registration/formstarted"));
  await expect(form.firstname).toHaveValue("Zoë");
  await form.email.fill(email);
  await form.button.click();
  await expect(page.getByText(t("progress:finished.body", { email }))).toBeVisible();
});

for (const kind of kinds) {
  test(`an invitation’s link while acq answers with ${kind} offers to try again`, async ({ page, site }) => {
    await site.addFault(dead("checkRegistrationCode", kind));
    const response = await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
    expect(response?.status()).toBe(503);
    expect(response?.headers()["retry-after"]).toMatch(/^\d+$/);
    await expectPage(page, variant, t("errors:unavailable.title"));
    // Never the visitor's own connection, which has just brought the page.
    await expect(page.getByText(t("common:failure.generic"))).toBeVisible();
    await site.clearFaults();
    await page.getByRole("link", { name: t("errors:unavailable.button") }).click();
    await expect(heading(page, t("registration:form.headingInvited", { inviter: "Anna" }))).toBeVisible();
  });
}

test("the landing page needs nothing from acq, and keeps a code that acq cannot check", async ({
  page,
  site,
}) => {
  await site.addFault(dead("*", "reset"));
  const response = await page.goto(site.url("/de"));
  expect(response?.status()).toBe(200);
  await expectPage(page, variant, t("landing:title"));
  await enterCode(page, t, "WELCOME");
  await expect(page.getByRole("alert")).toContainText(t("common:failure.network"));
  await expect(page.getByLabel(t("landing:code.label"), { exact: true })).toHaveValue("WELCOME");
  await site.clearFaults();
  await page.getByRole("button", { name: t("landing:code.button"), exact: true }).click();
  await expect(heading(page, t("registration:form.headingInvited", { inviter: "Anna" }))).toBeVisible();
});

test("an activation that acq does not answer can be tried again", async ({ page, site }) => {
  const email = newAddress();
  await openForm(page, site.url, variant);
  await fillRegistration(page, t, email);
  await registrationForm(page, t).button.click();
  await expect(heading(page, t("progress:finished.heading"))).toBeVisible();
  const [mail] = await site.mailsTo(email);
  await page.goto(mail?.links[0] ?? "");
  await site.addFault(dead("activateAccount", "status"));
  await page.getByRole("button", { name: t("activation:page.button") }).click();
  await expectPage(page, variant, t("errors:unavailable.title"));
  await site.clearFaults();
  await page.getByRole("link", { name: t("errors:unavailable.button") }).click();
  await page.getByRole("button", { name: t("activation:page.button") }).click();
  await expect(heading(page, t("activation:activated.heading"))).toBeVisible();
});
