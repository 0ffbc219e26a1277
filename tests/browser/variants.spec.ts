import type { BrowserContext, Page } from "@playwright/test";
import { featureChoices, type FeatureName } from "~/config/features-variable";
import { visitorText } from "~/experiments/visitor-cookie";
import { experiment, startFeaturesServer } from "../experiments/features-server";
import { type OpenSite, startVelvetgate, type Velvetgate } from "../support/velvetgate";
import { expect, expectAccessible, test as base } from "./fixtures";
import { signIn } from "./members";
import { heading, registrationForm, variantOf } from "./registration";

/** A site that has an experiment with every feature. */
const test = base.extend<object, { tested: Velvetgate }>({
  tested: [
    async ({}, provide) => {
      const features = Object.entries(featureChoices).map(([name, choices]) => {
        const values = choices.map((choice) =>
          choice === "true" ? true : choice === "false" ? false : choice,
        );
        return [name, experiment(name, values, [1, ...values.slice(1).map(() => 0)])] as const;
      });
      const server = await startFeaturesServer(Object.fromEntries(features));
      const env = { FEATURES_URL: server.url, FEATURES_CLIENT_KEY: "sdk-key" };
      const tested = await startVelvetgate({ env });
      await provide(tested);
      await tested.stop();
      await server.stop();
    },
    { scope: "worker", timeout: 90_000 },
  ],
});

const { t } = variantOf("de");

/** Somebody who has consented, and was assigned this choice. */
async function assign(
  context: BrowserContext,
  site: OpenSite,
  name: FeatureName,
  choice: string,
): Promise<void> {
  const choices: readonly string[] = featureChoices[name];
  const assigned = { [`${name}__0`]: String(choices.indexOf(choice)) };
  const visitor = visitorText({ id: "0123456789abcdef", assigned, values: {} });
  await context.addCookies([
    { name: "consent", value: "a1m0", url: site.origin },
    { name: "visitor", value: visitor, url: site.origin },
  ]);
}

/** Opens a page, and holds that what it shows from its first moment on is what it goes on showing. */
async function openSteadily(page: Page, url: string, withScript: boolean): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    const look = () => {
      const heading = document.querySelector("h1")?.textContent;
      const variant = document.querySelector("[data-variant]")?.getAttribute("data-variant") ?? "";
      if (heading) seen.add(`${variant} ${heading}`);
      document.documentElement.dataset["seen"] = [...seen].join("\n");
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto(url);
  await page.waitForLoadState("networkidle");
  if (!withScript) return;
  const seen = await page.evaluate(() => document.documentElement.dataset["seen"] ?? "");
  expect(seen.split("\n")).toHaveLength(1);
}

const form = "/de/registration/formstarted?rc=WELCOME";

const cases: [name: FeatureName, choice: string, path: string, shows: (page: Page) => Promise<void>][] = [
  [
    "registration-flow",
    "lean",
    form,
    (page) => expect(page.getByText(t("registration:lean.step", { step: 1 }))).toBeVisible(),
  ],
  ["registration-flow", "default", form, (page) => expect(registrationForm(page, t).firstname).toBeVisible()],
  ["landing-layout", "center-single-column", "/de", (page) => expectLayout(page, "center-single-column")],
  ["landing-layout", "only-mobile", "/de", (page) => expectLayout(page, "only-mobile")],
  ["landing-layout", "right-double-column", "/de", (page) => expectLayout(page, "right-double-column")],
  ["signup-steps", "short", "/de", (page) => expectSteps(page, 3)],
  ["signup-steps", "full", "/de", (page) => expectSteps(page, 5)],
  ["headline", "social", "/de", (page) => expect(heading(page, t("landing:headline.social"))).toBeVisible()],
  ["headline", "daba", "/de", (page) => expect(heading(page, t("landing:headline.daba"))).toBeVisible()],
  [
    "headline",
    "social",
    "/de/viral",
    (page) => expect(heading(page, t("landing:headline.viral"))).toBeVisible(),
  ],
  [
    "seasonal-banner",
    "cyber-monday",
    "/de",
    (page) => expect(page.getByText(t("season:cyberMonday.title"))).toBeVisible(),
  ],
  [
    "seasonal-banner",
    "none",
    "/de",
    (page) => expect(page.getByText(t("season:cyberMonday.title"))).toHaveCount(0),
  ],
  [
    "registration-extra-fields",
    "true",
    form,
    (page) => expect(page.locator("[name=postalCode]")).toBeVisible(),
  ],
  [
    "registration-extra-fields",
    "false",
    form,
    (page) => expect(page.locator("[name=postalCode]")).toHaveCount(0),
  ],
];

async function expectLayout(page: Page, layout: string): Promise<void> {
  await expect(page.locator("[data-variant]")).toHaveAttribute("data-variant", layout);
}

async function expectSteps(page: Page, count: number): Promise<void> {
  await expect(page.getByRole("list", { name: t("landing:flow.label") }).locator("> li")).toHaveCount(count);
}

for (const [name, choice, path, shows] of cases)
  test(`${name} ${choice} at ${path} is what is seen, from the first moment on`, async ({
    context,
    page,
    tested,
    withScript,
  }) => {
    await assign(context, tested, name, choice);
    // Twice: made for the visitor, and as it is for all who have the variant.
    for (let visit = 0; visit < 2; visit += 1) {
      await openSteadily(page, tested.url(path), withScript);
      await shows(page);
    }
  });

test("a preview link shows its variants to whoever opens it", async ({ browser, page, site, withScript }) => {
  await page.goto(site.url("/de/admin/splitgenerator"));
  await signIn(page, t, "admin@example.com");
  await page.getByLabel(t("admin:variants.layout"), { exact: true }).selectOption("only-mobile");
  await page.getByLabel(t("admin:variants.headline"), { exact: true }).selectOption("viral");
  await page.getByRole("button", { name: t("admin:variants.button") }).click();
  const link = page.getByLabel(t("admin:variants.linkLabel"), { exact: true });
  await expect(link).toBeFocused();
  await expect(page.getByLabel(t("admin:variants.layout"), { exact: true })).toHaveValue("only-mobile");
  if (withScript) await expectAccessible(page);

  const guest = await browser.newContext({ javaScriptEnabled: withScript });
  const opened = await guest.newPage();
  await opened.goto((await link.inputValue()).replace("/?", "/de?"));
  await expectLayout(opened, "only-mobile");
  await expect(heading(opened, t("landing:headline.viral"))).toBeVisible();
  await opened.goto(site.url("/de"));
  await expectLayout(opened, "only-mobile");
  await opened.goto(site.url("/de?disablegb=false"));
  await expectLayout(opened, "right-double-column");
  expect(await guest.cookies()).not.toContainEqual(expect.objectContaining({ name: "variants" }));
  await guest.close();
});
