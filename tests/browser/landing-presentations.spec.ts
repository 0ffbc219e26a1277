import type { Locator, Page } from "@playwright/test";
import type { Velvetgate } from "../support/velvetgate";
import { expect, test as base } from "./fixtures";
import { openForm, locateRegistrationForm, createVariant } from "./registration";
import { recordLayoutShifts, readLayoutShifts } from "./shifts";

/** Feature settings of the landing page (docs/product/cookies-and-events.md#experiments-and-seasons). */
const featureSettings = {
  centered: "landing-layout=center-single-column",
  mobile: "landing-layout=only-mobile,seasonal-banner=cyber-monday",
  countdownSite: "seasonal-banner=black-friday",
  blackWeek: "seasonal-banner=black-week",
  byTheClock: "seasonal-banner=auto",
};

const test = base.extend<Record<keyof typeof featureSettings, Velvetgate>>({
  centered: async ({ getSiteWithEnv }, provide) =>
    provide(await getSiteWithEnv({ FEATURES: featureSettings.centered })),
  mobile: async ({ getSiteWithEnv }, provide) =>
    provide(await getSiteWithEnv({ FEATURES: featureSettings.mobile })),
  countdownSite: async ({ getSiteWithEnv }, provide) =>
    provide(await getSiteWithEnv({ FEATURES: featureSettings.countdownSite })),
  blackWeek: async ({ getSiteWithEnv }, provide) =>
    provide(await getSiteWithEnv({ FEATURES: featureSettings.blackWeek })),
  byTheClock: async ({ getSiteWithEnv }, provide) =>
    provide(await getSiteWithEnv({ FEATURES: featureSettings.byTheClock })),
});

const { t } = createVariant("de");
const allStepKeys = ["welcome", "brands", "confidence", "how", "create"] as const;
const wideViewport = { width: 1440, height: 900 };
/** The tag of tests that need scripts: a script of the test counts the page's layout shifts. */
const scriptTestTag = { tag: "@script" };

test.describe("sign-up flow (docs/product/pages.md#landing-page)", () => {
  test("moves forward and back through its steps by links", async ({ page, site }) => {
    await page.goto(site.url("/de"));
    await page.getByRole("link", { name: t("landing:flow.welcome.title"), exact: true }).click();
    for (const [index, stepKey] of allStepKeys.entries()) {
      const title = locateStepTitle(page, stepKey);
      await expect(title).toBeInViewport();
      await expect(page.locator(`#${stepKey}`)).toContainText(
        t("landing:flow.progress", { step: index + 1, count: allStepKeys.length }),
      );
      if (stepKey !== "create")
        await page
          .locator(`#${stepKey}`)
          .getByRole("link", { name: t("landing:flow.next") })
          .click();
    }
    await expect(page.getByRole("link", { name: t("landing:way.email") })).toBeInViewport();
    await page
      .locator("#create")
      .getByRole("link", { name: t("landing:flow.back") })
      .click();
    await expect(locateStepTitle(page, "how")).toBeInViewport();
    await expect(locateStepTitle(page, "create")).not.toBeInViewport();
  });

  test("has links to every step, and can be scrolled by keyboard", async ({ page, site }) => {
    await page.goto(site.url("/de"));
    await page.getByRole("link", { name: t("landing:flow.confidence.title"), exact: true }).click();
    await expect(locateStepTitle(page, "confidence")).toBeInViewport();
    await page.getByRole("list", { name: t("landing:flow.label") }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(locateStepTitle(page, "how")).toBeInViewport();
  });

  test("appears below the open gate for an invited visitor, and its links lead to the form", async ({
    page,
    site,
  }) => {
    await page.goto(site.url("/de?rc=WELCOME"));
    await expect(page.getByRole("heading", { level: 3, name: t("landing:flow.how.title") })).toBeVisible();
    await expect(page.getByRole("link", { name: t("landing:flow.next") })).toHaveCount(0);
    await expect(page.getByRole("link", { name: t("landing:way.email") })).toHaveAttribute("href", "#create");
    await page
      .getByRole("link", { name: t("landing:invited.button") })
      .first()
      .click();
    await expect(page).toHaveURL(/#create$/);
    await expect(locateRegistrationForm(page, t).email).toBeInViewport();
  });
});

test("fixed bottom bar hides while the code field or the call to action is visible", async ({
  page,
  mobile,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(mobile.url("/de"));
  const bottomBar = page.locator(".thumb-bar");
  await expect(locateCodeField(page)).toBeInViewport();
  await expect(bottomBar).toBeHidden();
  await page.getByRole("heading", { name: t("landing:stores.title") }).scrollIntoViewIfNeeded();
  await expect(bottomBar).toBeVisible();
  await page.getByRole("heading", { name: t("landing:cta.title") }).scrollIntoViewIfNeeded();
  await expect(bottomBar).toBeHidden();
});

test.describe("landing page layouts (docs/product/pages.md#landing-page)", () => {
  test.use({ viewport: wideViewport });

  test("right-double-column has the picture on the left, and texts and code field on the right", async ({
    page,
    site,
  }) => {
    await page.goto(site.url("/de"));
    const [lead, codeFieldBox] = [
      await readBoundingBox(page.getByText(t("landing:gate.lead"))),
      await readBoundingBox(locateCodeField(page)),
    ];
    expect(lead.x).toBeGreaterThan(wideViewport.width / 4);
    expect(codeFieldBox.x).toBe(lead.x);
    expect(codeFieldBox.y).toBeGreaterThan(lead.y + lead.height);
  });

  test("center-single-column centers the headline and the form", async ({ page, centered }) => {
    await page.goto(centered.url("/de"));
    for (const centeredElement of [page.getByRole("heading", { level: 1 }), page.locator("#main-form")]) {
      const { x, width } = await readBoundingBox(centeredElement);
      expect(Math.abs(x + width / 2 - wideViewport.width / 2)).toBeLessThan(10);
    }
  });

  test("only-mobile has one column and a bottom bar that leads to the code field, in wide and narrow windows", async ({
    page,
    mobile,
  }) => {
    await page.goto(mobile.url("/de"));
    const { width } = await readBoundingBox(page.locator("[data-variant]"));
    expect(width).toBeLessThan(500);
    const bottomBar = page.locator(".thumb-bar").getByRole("link", { name: t("landing:cta.button") });
    for (const size of [wideViewport, { width: 360, height: 640 }]) {
      await page.setViewportSize(size);
      await page.goto(mobile.url("/de"));
      await page.getByRole("heading", { name: t("landing:stores.title") }).scrollIntoViewIfNeeded();
      await expect(bottomBar).toBeInViewport();
      await bottomBar.click();
      await expect(locateCodeField(page)).toBeInViewport();
    }
    await expect(page.getByText(t("season:cyberMonday.title"))).toBeVisible();
  });
});

for (const { width, height } of [wideViewport, { width: 360, height: 800 }])
  test(
    `landing page and form in a window of ${width} px do not shift while they load`,
    scriptTestTag,
    async ({ page, site, mobile, blackWeek, byTheClock }) => {
      await page.setViewportSize({ width, height });
      await page.addInitScript(recordLayoutShifts);
      const pages = [site.url("/de"), site.url("/de?rc=WELCOME")];
      const seasonalUrls = [mobile.url("/pl"), blackWeek.url("/fr"), byTheClock.url("/it")];
      for (const url of [...pages, ...seasonalUrls]) {
        await page.goto(url);
        await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
        await page.waitForLoadState("networkidle");
        expect(await readLayoutShifts(page), url).toBe("");
      }
      await openForm(page, site.url, createVariant("de"));
      await page.waitForLoadState("networkidle");
      expect(await readLayoutShifts(page)).toBe("");
    },
  );

const otherPaths = [
  "/registration/formstarted?rc=WELCOME",
  "/registration/deny?reason=invalid",
  "/registration/resend",
  "/membership-interest",
  "/products/mirovale",
  "/info/terms",
  "/login",
];

for (const { width, height } of [wideViewport, { width: 390, height: 700 }])
  test(
    `page with a width of ${width} px does not shift when the deferred styles arrive after the first paint`,
    scriptTestTag,
    async ({ page, site, allowPageError }) => {
      allowPageError(/403 \(Forbidden/);
      await page.setViewportSize({ width, height });
      await page.addInitScript(recordLayoutShifts);
      await page.route("**/assets/later-*.css", async (route) => {
        await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
        await route.continue();
      });
      for (const path of otherPaths) {
        await page.goto(site.url(`/de${path}`));
        await page.waitForLoadState("networkidle");
        expect(await readLayoutShifts(page), path).toBe("");
      }
    },
  );

test.describe("countdown with the privacy bar", () => {
  test.use({ isAnalyticsTest: true });

  test(
    "does not shift the page when the countdown starts, or when the privacy bar opens or closes",
    scriptTestTag,
    async ({ page, countdownSite }) => {
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await page.addInitScript(recordLayoutShifts);
      for (const width of [360, 390, 412, 768, 1280, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await page.context().clearCookies();
        await page.goto(countdownSite.url("/de"));
        await expect(page.locator(".consent")).toBeVisible();
        if (width >= 960) {
          const secondsElement = page.locator(".countdown-number").last();
          const secondsBefore = await secondsElement.textContent();
          await expect(secondsElement).not.toHaveText(secondsBefore ?? "");
        }
        await page
          .locator(".consent")
          .getByRole("button", { name: t("frame:consent.rejectAll") })
          .click();
        await expect(page.locator(".consent")).toHaveCount(0);
        expect(await readLayoutShifts(page), `${width}`).toBe("");
      }
    },
  );
});

function locateStepTitle(page: Page, stepKey: (typeof allStepKeys)[number]): Locator {
  const title = t(`landing:flow.${stepKey}.title`);
  return page.locator(`#${stepKey}`).getByRole("heading", { level: 3, name: title, exact: true });
}

function locateCodeField(page: Page): Locator {
  return page.getByLabel(t("landing:code.label"), { exact: true });
}

async function readBoundingBox(
  locator: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const boundingBox = await locator.boundingBox();
  if (!boundingBox) throw new Error("it is not shown");
  return boundingBox;
}
