import type { Locator, Page } from "@playwright/test";
import { createCookiesWithAssignment, createEveryFeature } from "../support/every-feature";
import { startFeaturesServer, type FeaturesServer } from "../support/features-server";
import { startVelvetgate, type Velvetgate } from "../support/velvetgate";
import { openConsentChoices } from "./consent-service";
import { expect, test } from "./fixtures";
import {
  collectDataLayerEntries,
  createConsentCommand,
  expectConsentReady,
  readStoredEventNames,
  setConsentCookie,
} from "./measured-visit";
import { createVariant, expectHydrated, locateHeading } from "./registration";

const { t } = createVariant("de");
const landingPath = "/de";

/** A site with a tag manager, and with an experiment for every feature. */
let measuredSite: Velvetgate;
let features: FeaturesServer;
test.beforeAll(async () => {
  features = await startFeaturesServer(createEveryFeature());
  measuredSite = await startVelvetgate({
    env: {
      FEATURES_URL: features.url,
      FEATURES_CLIENT_KEY: "sdk-key",
      GTM_CONTAINER_ID: "GTM-ABC123",
      CSP_SCRIPT_HOSTS: "www.googletagmanager.com",
    },
  });
});
test.afterAll(async () => {
  await measuredSite.stop();
  await features.stop();
});
test.beforeEach(async ({ page }) => {
  await page.route("https://www.googletagmanager.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
});

const clickReject = (footer: Locator) =>
  footer.getByRole("button", { name: t("frame:consent.rejectAll"), exact: true }).click();

/** Unticks a purpose in the footer's form, and saves the choice. */
async function clickSaveWithout(footer: Locator, purpose: "analytics" | "marketing"): Promise<void> {
  const checkbox = footer.getByRole("checkbox", { name: t(`frame:consent.${purpose}`) });
  if (!(await checkbox.isVisible())) await footer.getByText(t("frame:consent.choose")).click();
  await checkbox.uncheck();
  await footer.getByRole("button", { name: t("frame:consent.save"), exact: true }).click();
}

async function typeCode(page: Page): Promise<void> {
  const codeField = page.getByLabel(t("landing:code.label"), { exact: true });
  await codeField.pressSequentially("EX");
  await expect(codeField).toHaveValue("EX");
}

const codeEvent = { event: "entering_code_registration" };

for (const [choice, description, withdraw, analytics, marketing] of [
  ["a1m1", "everything", clickReject, "denied", "denied"],
  ["a1m0", "analytics as the only purpose", clickReject, "denied", "denied"],
  ["a0m1", "marketing as the only purpose", clickReject, "denied", "denied"],
  [
    "a1m1",
    "analytics but not marketing",
    (footer: Locator) => clickSaveWithout(footer, "analytics"),
    "denied",
    "granted",
  ],
  [
    "a1m1",
    "marketing but not analytics",
    (footer: Locator) => clickSaveWithout(footer, "marketing"),
    "granted",
    "denied",
  ],
] as const)
  test(`withdrawal of ${description} updates the tag manager (before: ${choice})`, async ({ page }) => {
    await setConsentCookie(page, measuredSite.origin, choice);
    const pushedEntries = await collectDataLayerEntries(page);
    const requestPromise = page.waitForRequest(/gtm\.js/);
    await page.goto(measuredSite.url(landingPath));
    await requestPromise;
    await withdraw(await openConsentChoices(page, t));
    const updateCommand = createConsentCommand("update", analytics, marketing);
    await expect.poll(() => pushedEntries.at(-1)).toEqual(updateCommand);
    await typeCode(page);
    const laterEntries = analytics === "granted" ? [codeEvent] : [];
    await expect
      .poll(() => pushedEntries.slice(pushedEntries.length - laterEntries.length))
      .toEqual(laterEntries);
    expect(pushedEntries.slice(-1 - laterEntries.length)).toEqual([updateCommand, ...laterEntries]);

    pushedEntries.length = 0;
    const tagManagerRequests: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("googletagmanager")) tagManagerRequests.push(request.url());
    });
    await page.goto(measuredSite.url(landingPath));
    await expectConsentReady(page);
    await typeCode(page);
    const isAnyGranted = [analytics, marketing].some((state) => state === "granted");
    await expect.poll(() => tagManagerRequests).toHaveLength(isAnyGranted ? 1 : 0);
    if (isAnyGranted)
      await expect
        .poll(() => pushedEntries[0])
        .toEqual(createConsentCommand("default", analytics, marketing));
    expect(pushedEntries.filter((entry) => entry["event"] === "entering_code_registration")).toEqual(
      laterEntries,
    );
  });

test("withdrawal at a URL with a code deletes the stored events", async ({ page }) => {
  await setConsentCookie(page, measuredSite.origin, "a1m1");
  await page.goto(measuredSite.url("/de/social?rc=WELCOME"));
  await expectConsentReady(page);
  await expect.poll(() => readStoredEventNames(page)).toContain("landing_registration");
  await clickReject(await openConsentChoices(page, t));
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

test.describe("experiment after withdrawal of consent", () => {
  test.beforeEach(async ({ context }) => {
    const cookies = Object.entries(createCookiesWithAssignment("headline", "social"));
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: measuredSite.origin })));
  });

  const readCookieNames = async (page: Page) => (await page.context().cookies()).map(({ name }) => name);

  /** Withdraws analytics, and expects the experiment cookie to be deleted, and the control variant on the next page. */
  async function expectExperimentEnds(
    page: Page,
    withdraw: (footer: Locator) => Promise<void>,
  ): Promise<void> {
    await page.goto(measuredSite.url(landingPath));
    await expect(locateHeading(page, t("landing:headline.social"))).toBeVisible();
    await withdraw(await openConsentChoices(page, t));
    await expect.poll(() => readCookieNames(page)).not.toContain("visitor");
    await page.goto(measuredSite.url(landingPath));
    await expect(locateHeading(page, t("landing:headline.default"))).toBeVisible();
    expect(await readCookieNames(page)).not.toContain("visitor");
  }

  test("ends at once, and the next page does not repeat the confirmation", async ({ page }) => {
    const withdraw = async (footer: Locator) => {
      await expectConsentReady(page);
      await clickReject(footer);
      await expect(page.locator(".toast", { hasText: t("frame:consent.saved") })).toBeVisible();
    };
    await expectExperimentEnds(page, withdraw);
    await expectHydrated(page);
    await expect(page.getByText(t("frame:consent.saved"))).toHaveCount(0);
    expect(await readCookieNames(page)).not.toContain("draft");
  });

  test("ends if the visitor withdraws consent to analytics only, and the consent to marketing stays", async ({
    page,
    context,
  }) => {
    await setConsentCookie(page, measuredSite.origin, "a1m1");
    await expectExperimentEnds(page, async (footer) => {
      await expectConsentReady(page);
      await clickSaveWithout(footer, "analytics");
    });
    expect(await context.cookies()).toContainEqual(
      expect.objectContaining({ name: "consent", value: "a0m1" }),
    );
  });

  test.describe("without script", () => {
    test.use({ javaScriptEnabled: false });

    test("ends with the response to the privacy form", async ({ page }) => {
      await expectExperimentEnds(page, clickReject);
    });
  });
});
