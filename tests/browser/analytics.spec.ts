import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Velvetgate } from "../support/velvetgate";
import {
  collectDataLayerEntries,
  expectConsentReady,
  setConsentCookie,
  type DataLayerEntry,
} from "./measured-visit";
import { expect, test as base } from "./fixtures";
import {
  enterEmail,
  fillSecondStep,
  enterCode,
  expectFieldError,
  expectHydrated,
  fillRegistration,
  locateHeading,
  holdEntryScript,
  createUniqueEmail,
  openForm,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const germanVariant = createVariant("de");
const { t } = germanVariant;

/**
 * A test in which the visitor has given consent to analytics. `pushedEvents` contains all events that the pages push
 * into the data layer.
 */
const test = base.extend<{ pushedEvents: DataLayerEntry[]; leanSite: Velvetgate }>({
  pushedEvents: async ({ page, site }, provide) => {
    await setConsentCookie(page, site.origin, "a1m0");
    await provide(await collectDataLayerEntries(page));
  },
  leanSite: async ({ getSiteWithEnv }, provide) =>
    provide(await getSiteWithEnv({ FEATURES: "registration-flow=lean" })),
});

const createEvent = (name: string, fields: object = {}) => ({ event: name, ...fields });
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * tests/integration/server/page-events.test.ts covers which events a page has. This test covers how the browser sends
 * them.
 */
for (const [path, events] of [
  ["/social?rc=WELCOME", [createEvent("landing_registration", { campaign: "social" })]],
  ["/de/social?rc=PENDING", [createEvent("registration_code_no_balance")]],
  ["/membership-interest", []],
] as const)
  test(`page ${path} sends these analytics events: ${events.map(({ event }) => event).join() || "nothing"}`, async ({
    page,
    site,
    pushedEvents,
    allowPageError,
  }) => {
    allowPageError(/status of 403/);
    await page.goto(site.url(path));
    await expectConsentReady(page);
    expect(pushedEvents).toEqual(events);
  });

test("code field sends an event on the first input, and the next page sends an event for the accepted code", async ({
  page,
  site,
  pushedEvents,
}) => {
  await page.goto(site.url("/de"));
  await expectConsentReady(page);
  const codeField = page.getByLabel(t("landing:code.label"), { exact: true });
  await codeField.pressSequentially("WEL");
  await codeField.clear();
  await enterCode(page, t, "WELCOME");
  await expect(locateRegistrationForm(page, t).button).toBeVisible();
  await expectConsentReady(page);
  const landingEvents = [
    createEvent("landing_welcome_registration"),
    createEvent("entering_code_registration"),
    createEvent("submit_code_registration"),
    createEvent("landing_form_registration"),
  ];
  expect(pushedEvents).toEqual(landingEvents);

  await page.reload();
  await expectConsentReady(page);
  expect(pushedEvents).toEqual([...landingEvents, createEvent("landing_form_registration")]);
});

test("code typed while the scripts still load sends an analytics event", async ({
  page,
  site,
  pushedEvents,
}) => {
  const release = await holdEntryScript(page);
  await page.goto(site.url("/de"));
  await page.getByLabel(t("landing:code.label"), { exact: true }).pressSequentially("WEL");
  release();
  await expectConsentReady(page);
  expect(pushedEvents).toContainEqual(createEvent("entering_code_registration"));
});

test("rejection of a typed code sends an analytics event", async ({
  page,
  site,
  pushedEvents,
  allowPageError,
}) => {
  allowPageError(/status of 422/);
  await page.goto(site.url("/de"));
  await expectConsentReady(page);
  await enterCode(page, t, "EXPIRED");
  await expectFieldError(page, t("landing:code.label"), t("landing:code.expired"));
  await expectConsentReady(page);
  expect(pushedEvents).toEqual([
    createEvent("landing_welcome_registration"),
    createEvent("entering_code_registration"),
    createEvent("registration_code_expired"),
  ]);
});

test("registration sends an event with hashed values, and a second event for the newsletter", async ({
  page,
  site,
  pushedEvents,
}) => {
  const email = createUniqueEmail().toUpperCase();
  await page.goto(site.url("/de/social?rc=WELCOME"));
  await enterEmail(page, t, email);
  await fillSecondStep(page, t);
  await expectConsentReady(page);
  await locateRegistrationForm(page, t).button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  await expectConsentReady(page);
  const emailEvents = pushedEvents.filter((entry) => "email" in entry);
  expect(emailEvents).toEqual([
    createEvent("successful_user_registration", {
      email: sha256(email.toLowerCase()),
      registrationId: expect.stringMatching(/^[0-9a-f]{64}$/),
    }),
  ]);
  expect(pushedEvents.slice(-2)).toEqual([...emailEvents, createEvent("subscribe_newsletter")]);

  const eventsBeforeReload = pushedEvents.length;
  await page.reload();
  await expectConsentReady(page);
  expect(pushedEvents).toHaveLength(eventsBeforeReload);
});

test("registration without the newsletter sends no newsletter event", async ({
  page,
  site,
  pushedEvents,
}) => {
  await openForm(page, site.url, germanVariant);
  await fillRegistration(page, t, createUniqueEmail());
  await locateRegistrationForm(page, t).newsletter.uncheck();
  await locateRegistrationForm(page, t).button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  await expectConsentReady(page);
  expect(pushedEvents.at(-1)).toMatchObject(createEvent("successful_user_registration"));
  expect(pushedEvents.map((entry) => entry["event"])).not.toContain("subscribe_newsletter");
});

test("registration in two steps sends an analytics event for each step", async ({
  page,
  leanSite,
  site,
  pushedEvents,
}) => {
  await setConsentCookie(page, leanSite.origin, "a1m0");
  const email = createUniqueEmail();
  const form = locateRegistrationForm(page, t);
  expect(site.origin).not.toBe(leanSite.origin);
  await page.goto(leanSite.url("/de/registration/formstarted?rc=WELCOME"));
  await form.email.fill(email);
  await form.country.selectOption("AT");
  await expectConsentReady(page);
  await page.getByRole("button", { name: t("registration:lean.continue"), exact: true }).click();
  await expect(locateHeading(page, t("registration:secondStep.heading"))).toBeVisible();
  await expectConsentReady(page);
  await form.man.check();
  await form.firstname.fill("Zoë");
  await form.lastname.fill("Berg");
  await form.terms.check();
  await form.button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  await expectConsentReady(page);
  const registrationEvents = pushedEvents.filter(
    (entry) => entry["event"] !== "registration_country_changed",
  );
  expect(registrationEvents).toEqual([
    createEvent("landing_form_registration"),
    createEvent("submit_email", { email: sha256(email) }),
    createEvent("landing_registration_step2"),
    createEvent("submit_form_registration_step2"),
    expect.objectContaining(createEvent("successful_user_registration", { email: sha256(email) })),
  ]);
});

test("country field sends an analytics event for a selected country, but not for a detected country", async ({
  page,
  site,
  pushedEvents,
}) => {
  await openForm(page, site.url, germanVariant);
  await expectConsentReady(page);
  await expectHydrated(page);
  expect(pushedEvents).toEqual([createEvent("landing_form_registration")]);
  await locateRegistrationForm(page, t).country.selectOption("AT");
  await locateRegistrationForm(page, t).country.selectOption("CH");
  await expect
    .poll(() => pushedEvents)
    .toEqual([createEvent("landing_form_registration"), createEvent("registration_country_changed")]);
});

test("registration with a pending account's e-mail address sends the event registration_account_pending", async ({
  page,
  site,
  pushedEvents,
}) => {
  await openForm(page, site.url, germanVariant);
  await fillRegistration(page, t, "pending@example.com");
  await expectConsentReady(page);
  await locateRegistrationForm(page, t).button.click();
  await page.waitForURL(/complete$/);
  await expectConsentReady(page);
  expect(pushedEvents.at(-1)).toEqual(createEvent("registration_account_pending"));
  expect(pushedEvents.map((entry) => entry["event"])).not.toContain("successful_user_registration");
});

test("click on the login link for an existing account sends an analytics event", async ({
  page,
  site,
  pushedEvents,
}) => {
  await page.goto(site.url("/de/registration/registrationformemailactivecomplete"));
  await expectConsentReady(page);
  const loginLink = page
    .getByRole("main")
    .getByRole("link", { name: t("progress:active.login"), exact: true });
  await loginLink.click();
  await page.waitForURL(/\/login/);
  const loginEvent = createEvent("already_registered_login_registration");
  await expect.poll(() => pushedEvents).toEqual([createEvent("registration_account_active"), loginEvent]);
});

test("membership application sends an event with the hashed e-mail address", async ({
  page,
  site,
  pushedEvents,
}) => {
  const email = createUniqueEmail();
  await page.goto(site.url("/de/membership-interest/apply"));
  await page.getByLabel(t("interest:apply.emailLabel"), { exact: true }).fill(email);
  await page
    .getByRole("main")
    .getByRole("button", { name: t("interest:apply.button") })
    .click();
  await expect(locateHeading(page, t("interest:confirmation.heading"))).toBeVisible();
  await expectConsentReady(page);
  expect(pushedEvents).toEqual([createEvent("submit_email", { email: sha256(email) })]);
});

test("activation page loads no consent script, and the next page sends the analytics event of the activation", async ({
  page,
  site,
  pushedEvents,
}) => {
  const scripts = collectConsentRequests(page);
  await page.goto(site.url("/de/registration/activateaccount?accountActivationId=nobody-has-this"));
  await expect.poll(() => readStoredEvents(page)).toHaveLength(1);
  expect([pushedEvents, scripts]).toEqual([[], []]);
  await page.getByRole("button", { name: t("activation:page.button") }).click();
  await expect(page).toHaveURL(/activateaccountError/);
  await expectConsentReady(page);
  expect(pushedEvents).toEqual([
    createEvent("landing_activate_account_registration"),
    createEvent("registration_activation_not_found"),
  ]);
  expect(await readStoredEvents(page)).toEqual([]);
});

for (const choice of [undefined, "a0m1"] as const)
  test(`activation page stores no analytics event (consent choice: ${choice ?? "missing"})`, async ({
    page,
    site,
  }) => {
    if (choice) await setConsentCookie(page, site.origin, choice);
    await page.goto(site.url("/de/registration/activateaccount?accountActivationId=nobody-has-this"));
    await expectHydrated(page);
    await page.getByRole("button", { name: t("activation:page.button") }).click();
    await expectConsentReady(page);
    expect(await readStoredEvents(page)).toEqual([]);
    expect(await page.evaluate(() => window.dataLayer)).toBeUndefined();
  });

function readStoredEvents(page: Page): Promise<unknown[]> {
  return page.evaluate(() => JSON.parse(sessionStorage.getItem("events-to-tell") ?? "[]") as unknown[]);
}

function collectConsentRequests(page: Page): string[] {
  const consentUrls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("cmp_min")) consentUrls.push(request.url());
  });
  return consentUrls;
}
