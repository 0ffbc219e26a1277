import type { Page } from "@playwright/test";
import type { Velvetgate } from "../support/velvetgate";
import { locateConsentBanner, openConsentChoices } from "./consent-service";
import { expect, test as base } from "./fixtures";
import {
  collectDataLayerEntries,
  consentScriptPattern,
  expectConsentReady,
  readStoredEventNames,
  serveUsercentrics,
  chooseInUsercentrics,
} from "./measured-visit";
import {
  createUniqueEmail,
  createVariant,
  enterCode,
  enterEmail,
  expectHydrated,
  locateRegistrationForm,
} from "./registration";

const { t } = createVariant("de");

/** A site with a tag manager. */
const test = base.extend<{ siteWithTagManager: Velvetgate }>({
  siteWithTagManager: async ({ getSiteWithEnv }, provide) =>
    provide(
      await getSiteWithEnv({ GTM_CONTAINER_ID: "GTM-ABC123", CSP_SCRIPT_HOSTS: "www.googletagmanager.com" }),
    ),
});
test.use({ isAnalyticsTest: true });

const invitationPath = "/de/social?rc=WELCOME";
const activationPath = "/de/registration/activateaccount?accountActivationId=nobody-has-this";

/** Opens a page without having made a privacy choice, and waits until the page has stored these events. */
async function openBeforeChoice(page: Page, url: string, storedEventNames: string[]): Promise<void> {
  await page.goto(url);
  await expectHydrated(page);
  await expect.poll(() => readStoredEventNames(page)).toEqual(storedEventNames);
}

async function choose(page: Page, button: "acceptAll" | "rejectAll"): Promise<void> {
  await expectConsentReady(page);
  await locateConsentBanner(page, t)
    .getByRole("button", { name: t(`frame:consent.${button}`) })
    .click();
}

const getNames = (entries: readonly Record<string, unknown>[]) => entries.map((entry) => entry["event"]);

test.describe("event queue of a visit before a privacy choice", () => {
  test("sends events in order and once after consent on a later page", async ({ page, site }) => {
    const pushedEntries = await collectDataLayerEntries(page);
    await openBeforeChoice(page, site.url(invitationPath), ["landing_registration"]);
    await enterEmail(page, t, createUniqueEmail());
    await expect(locateRegistrationForm(page, t).firstname).toBeVisible();
    const visitEvents = ["landing_registration", "landing_form_registration"];
    await expect.poll(() => readStoredEventNames(page)).toEqual(visitEvents);
    expect(pushedEntries).toEqual([]);

    await choose(page, "acceptAll");
    await expect.poll(() => getNames(pushedEntries)).toEqual(visitEvents);
    expect(pushedEntries[0]).toEqual({ event: "landing_registration", campaign: "social" });
    expect(await readStoredEventNames(page)).toEqual([]);
    await page.goto(site.url("/de"));
    await expectConsentReady(page);
    await expect
      .poll(() => getNames(pushedEntries))
      .toEqual([...visitEvents, "landing_welcome_registration"]);
  });

  test("deletes events after a refusal on a later page, and does not send them after later consent", async ({
    page,
    site,
  }) => {
    const pushedEntries = await collectDataLayerEntries(page);
    await openBeforeChoice(page, site.url(invitationPath), ["landing_registration"]);
    await openBeforeChoice(page, site.url("/de"), ["landing_registration", "landing_welcome_registration"]);
    await choose(page, "rejectAll");
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await page.goto(site.url("/de"));
    await expectConsentReady(page);
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    const footer = await openConsentChoices(page, t);
    await footer.getByRole("button", { name: t("frame:consent.acceptAll") }).click();
    await page.getByLabel(t("landing:code.label"), { exact: true }).pressSequentially("EX");
    await expect.poll(() => getNames(pushedEntries)).toEqual(["entering_code_registration"]);
  });

  test("deletes events if the server saved the refusal and the consent script does not load", async ({
    page,
    site,
    allowPageError,
  }) => {
    allowPageError(/ERR_FAILED/);
    await page.route(consentScriptPattern, (route) => route.abort());
    await openBeforeChoice(page, site.url("/de"), ["landing_welcome_registration"]);
    const footer = await openConsentChoices(page, t);
    await footer.getByRole("button", { name: t("frame:consent.rejectAll") }).click();
    await expect(page.locator(".flash")).toBeVisible();
    await expectHydrated(page);
    await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  });

  test("sends the events of each tab after consent in one of the tabs", async ({ page, context, site }) => {
    const otherTab = await context.newPage();
    const [pushedEntries, otherEntries] = [
      await collectDataLayerEntries(page),
      await collectDataLayerEntries(otherTab),
    ];
    await openBeforeChoice(otherTab, site.url(invitationPath), ["landing_registration"]);
    await openBeforeChoice(page, site.url("/de"), ["landing_welcome_registration"]);
    await expectConsentReady(otherTab);
    await choose(page, "acceptAll");
    await expect.poll(() => getNames(otherEntries)).toEqual(["landing_registration"]);
    await expect.poll(() => getNames(pushedEntries)).toEqual(["landing_welcome_registration"]);
    expect([await readStoredEventNames(page), await readStoredEventNames(otherTab)]).toEqual([[], []]);
  });

  test("includes the event of an activation page within the visit", async ({ page, site }) => {
    const pushedEntries = await collectDataLayerEntries(page);
    await openBeforeChoice(page, site.url("/de"), ["landing_welcome_registration"]);
    const visitEvents = ["landing_welcome_registration", "landing_activate_account_registration"];
    await openBeforeChoice(page, site.url(activationPath), visitEvents);
    await page.getByRole("button", { name: t("activation:page.button") }).click();
    await expect(page).toHaveURL(/activateaccountError/);
    await choose(page, "acceptAll");
    await expect
      .poll(() => getNames(pushedEntries))
      .toEqual([...visitEvents, "registration_activation_not_found"]);
  });

  test("does not include the event of an activation page that is the first page of the visit", async ({
    page,
    site,
  }) => {
    await page.goto(site.url(activationPath));
    await expectHydrated(page);
    await page.getByRole("button", { name: t("activation:page.button") }).click();
    await expect(page).toHaveURL(/activateaccountError/);
    await expect.poll(() => readStoredEventNames(page)).toEqual(["registration_activation_not_found"]);
  });

  test("keeps events of a page with a code in its URL, and the next page sends them after consent", async ({
    page,
    siteWithTagManager,
  }) => {
    await page.route("https://www.googletagmanager.com/**", (route) =>
      route.fulfill({ contentType: "text/javascript", body: "" }),
    );
    const pushedEntries = await collectDataLayerEntries(page);
    await openBeforeChoice(page, siteWithTagManager.url(invitationPath), ["landing_registration"]);
    await choose(page, "acceptAll");
    expect(await readStoredEventNames(page)).toEqual(["landing_registration"]);
    expect(pushedEntries).toEqual([]);
    await page.goto(siteWithTagManager.url("/de"));
    await expect
      .poll(() => getNames(pushedEntries).filter(Boolean))
      .toEqual(["gtm.js", "landing_registration", "landing_welcome_registration"]);
  });

  for (const [category, sentEventNames] of [
    ["functional", ["landing_welcome_registration", "landing_welcome_registration"]],
    ["marketing", []],
  ] as const)
    test(`${sentEventNames.length ? "sends" : "deletes"} events after a third-party choice of ${category} on a later page`, async ({
      page,
      site,
    }) => {
      await serveUsercentrics(page);
      const pushedEntries = await collectDataLayerEntries(page);
      const eventName = "landing_welcome_registration";
      await openBeforeChoice(page, site.url("/de"), [eventName]);
      await openBeforeChoice(page, site.url("/de"), [eventName, eventName]);
      // Repeats the choice, because the page may still load its adapter for the service.
      await expect(async () => {
        await chooseInUsercentrics(page, ["essential", category]);
        expect(await readStoredEventNames(page)).toEqual([]);
      }).toPass();
      expect(getNames(pushedEntries)).toEqual(sentEventNames);
    });

  test("sends events after consent on the same page if the browser forbids storage, and the page works", async ({
    page,
    site,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "sessionStorage", {
        get() {
          throw new DOMException("forbidden", "SecurityError");
        },
      });
    });
    const pushedEntries = await collectDataLayerEntries(page);
    await page.goto(site.url("/de"));
    await choose(page, "acceptAll");
    await expect.poll(() => getNames(pushedEntries)).toEqual(["landing_welcome_registration"]);
    await enterCode(page, t, "WELCOME");
    await expect(locateRegistrationForm(page, t).button).toBeVisible();
  });

  test("stores no event if the browser sends Global Privacy Control", async ({ page, site }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true });
    });
    for (const path of ["/de", activationPath, "/de"]) {
      await page.goto(site.url(path));
      await expectHydrated(page);
      if (path === "/de") await expectConsentReady(page);
      expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    }
  });
});
