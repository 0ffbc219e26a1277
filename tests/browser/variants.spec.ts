import type { Page } from "@playwright/test";
import type { FeatureName } from "~/config/features-variable";
import { createCookiesWithAssignment, createEveryFeature } from "../support/every-feature";
import { startFeaturesServer, type FeaturesServer } from "../support/features-server";
import { startVelvetgate, type Velvetgate } from "../support/velvetgate";
import { expect, expectAccessible, test } from "./fixtures";
import { signIn } from "./members";
import { locateHeading, createVariant } from "./registration";

/** A site with an experiment for every feature. */
let experimentSite: Velvetgate;
let features: FeaturesServer;
test.beforeAll(async () => {
  features = await startFeaturesServer(createEveryFeature());
  experimentSite = await startVelvetgate({
    env: { FEATURES_URL: features.url, FEATURES_CLIENT_KEY: "sdk-key" },
  });
});
test.afterAll(async () => {
  await experimentSite.stop();
  await features.stop();
});

const { t } = createVariant("de");

/** Opens a page, and expects it to show the same variant from the first moment until the network is idle. */
async function expectSteadyPage(page: Page, url: string): Promise<void> {
  await page.addInitScript(() => {
    const seenHeadings = new Set<string>();
    const collectHeading = () => {
      const heading = document.querySelector("h1")?.textContent;
      const variant = document.querySelector("[data-variant]")?.getAttribute("data-variant") ?? "";
      if (heading) seenHeadings.add(`${variant} ${heading}`);
      document.documentElement.dataset["seen"] = [...seenHeadings].join("\n");
    };
    new MutationObserver(collectHeading).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  const shownHeadings = await page.evaluate(() => document.documentElement.dataset["seen"] ?? "");
  expect(shownHeadings.split("\n")).toHaveLength(1);
}

const form = "/de/registration/formstarted?rc=WELCOME";

/** One variant of each feature. tests/integration/experiments covers all variants. */
const variantCases: [
  name: FeatureName,
  choice: string,
  path: string,
  shows: (page: Page) => Promise<void>,
][] = [
  [
    "registration-flow",
    "lean",
    form,
    (page) => expect(page.getByText(t("registration:lean.step", { step: 1 }))).toBeVisible(),
  ],
  ["landing-layout", "only-mobile", "/de", (page) => expectLayout(page, "only-mobile")],
  ["signup-steps", "short", "/de", (page) => expectSteps(page, 3)],
  [
    "headline",
    "social",
    "/de",
    (page) => expect(locateHeading(page, t("landing:headline.social"))).toBeVisible(),
  ],
  [
    "seasonal-banner",
    "cyber-monday",
    "/de",
    (page) => expect(page.getByText(t("season:cyberMonday.title"))).toBeVisible(),
  ],
  [
    "registration-extra-fields",
    "true",
    form,
    async (page) => {
      await expect(page.locator("[name=postalCode]")).toBeVisible();
      await expect(page.getByLabel(t("registration:postalCode.label"))).toHaveAccessibleDescription(
        t("registration:postalCode.hint"),
      );
    },
  ],
];

async function expectLayout(page: Page, layout: string): Promise<void> {
  await expect(page.locator("[data-variant]")).toHaveAttribute("data-variant", layout);
}

async function expectSteps(page: Page, stepCount: number): Promise<void> {
  await expect(page.getByRole("list", { name: t("landing:flow.label") }).locator("> li")).toHaveCount(
    stepCount,
  );
}

for (const [name, choice, path, expectShown] of variantCases)
  test(`feature ${name} with the value ${choice} is visible at ${path} from the first frame on`, async ({
    context,
    page,
  }) => {
    const cookies = Object.entries(createCookiesWithAssignment(name, choice));
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: experimentSite.origin })));
    // The first visit gets a page that is rendered for its request. The second visit gets the page of the same variant
    // from the page cache.
    for (let visitIndex = 0; visitIndex < 2; visitIndex += 1) {
      await expectSteadyPage(page, experimentSite.url(path));
      await expectShown(page);
    }
  });

test("preview link shows the selected variants to every visitor", async ({ browser, page, site }) => {
  await page.goto(site.url("/de/admin/splitgenerator"));
  await signIn(page, t, "admin@example.com");
  await page.getByLabel(t("admin:variants.layout"), { exact: true }).selectOption("only-mobile");
  await page.getByLabel(t("admin:variants.headline"), { exact: true }).selectOption("viral");
  await page.getByRole("button", { name: t("admin:variants.button") }).click();
  const link = page.getByLabel(t("admin:variants.linkLabel"), { exact: true });
  await expect(link).toBeFocused();
  await expect(page.getByLabel(t("admin:variants.layout"), { exact: true })).toHaveValue("only-mobile");
  await expectAccessible(page);

  const guestContext = await browser.newContext();
  const guestPage = await guestContext.newPage();
  await guestPage.goto((await link.inputValue()).replace("/?", "/de?"));
  await expectLayout(guestPage, "only-mobile");
  await expect(locateHeading(guestPage, t("landing:headline.viral"))).toBeVisible();
  await guestPage.goto(site.url("/de"));
  await expectLayout(guestPage, "only-mobile");
  await guestPage.goto(site.url("/de?disablegb=false"));
  await expectLayout(guestPage, "right-double-column");
  expect(await guestContext.cookies()).not.toContainEqual(expect.objectContaining({ name: "variants" }));
  await guestContext.close();
});
