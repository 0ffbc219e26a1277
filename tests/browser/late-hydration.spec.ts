import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import {
  expectHydrated,
  locateHeading,
  holdEntryScript,
  openForm,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const { t } = createVariant("de");

test("page requests no script file before its load event", async ({ page, site }) => {
  const scriptUrls: string[] = [];
  let isLoaded = false;
  page.on("request", (request) => {
    if (request.resourceType() === "script" && !isLoaded) scriptUrls.push(request.url());
  });
  page.on("load", () => (isLoaded = true));
  await page.goto(site.url("/de"));
  expect(scriptUrls).toEqual([]);
  await expectHydrated(page);
});

test.describe("page with Save-Data", () => {
  test.use({ extraHTTPHeaders: { "Save-Data": "on", "X-Forwarded-For": "10.9.8.7" } });

  test("has no scripts, and the code form still works", async ({ page, site }) => {
    await page.goto(site.url("/de"));
    await expect(page.locator("script:not([type='application/ld+json'])")).toHaveCount(0);
    await page.getByLabel(t("landing:code.label"), { exact: true }).fill("WELCOME");
    await page.keyboard.press("Enter");
    await expect(locateRegistrationForm(page, t).button).toBeVisible();
  });
});

for (const [description, facts] of [
  ["a slow connection", { connection: { effectiveType: "slow-2g" } }],
  ["a device that saves data", { connection: { saveData: true } }],
  ["a device with little memory", { deviceMemory: 0.5 }],
] as const)
  test(`landing page loads no scripts for a visitor with ${description}`, async ({ page, site }) => {
    await page.addInitScript((properties) => {
      for (const [name, value] of Object.entries(properties))
        Object.defineProperty(navigator, name, { value });
    }, facts);
    const scriptFiles = listScriptFiles(page);
    await page.goto(site.url("/de"));
    await page.getByLabel(t("landing:code.label"), { exact: true }).fill("WELCOME");
    await page.waitForLoadState("networkidle");
    expect(scriptFiles).toEqual([]);
    await page.keyboard.press("Enter");
    await expect(locateRegistrationForm(page, t).button).toBeVisible();
  });

test("first interaction with a form loads the scripts", async ({ page, site }) => {
  await blockIdleCallbacks(page);
  const scriptFiles = listScriptFiles(page);
  await page.goto(site.url("/de"));
  // After its load event, the page waits for an idle browser before it requests scripts.
  await page.waitForFunction(() => window.hasRequestedIdleCallback);
  expect(scriptFiles).toEqual([]);
  await page.getByLabel(t("landing:code.label"), { exact: true }).focus();
  await expectHydrated(page);
});

test("form keeps input, choices, opened sections and scroll position when hydration ends", async ({
  page,
  site,
}) => {
  const release = await holdEntryScript(page);
  await openForm(page, site.url, createVariant("de"));
  const form = locateRegistrationForm(page, t);
  await form.man.check();
  await form.firstname.fill("Zoë");
  await form.country.selectOption("SE");
  await form.newsletter.check();
  await form.terms.check();
  await page.getByRole("banner").locator("summary").click();
  await form.terms.scrollIntoViewIfNeeded();
  const scrollPosition = await page.evaluate(() => scrollY);
  release();
  await expectHydrated(page);
  await expect(form.man).toBeChecked();
  await expect(form.firstname).toHaveValue("Zoë");
  await expect(form.country).toHaveValue("SE");
  await expect(form.newsletter).toBeChecked();
  // Hydration has unticked the checkbox: the visitor had ticked it for the legal texts of the initially selected
  // country.
  await expect(form.terms).not.toBeChecked();
  await expect(page.getByRole("status").filter({ hasText: t("registration:terms.changed") })).toBeVisible();
  await expect(page.getByRole("banner").locator("details")).toHaveAttribute("open");
  expect(await page.evaluate(() => scrollY)).toBe(scrollPosition);
});

test("click on a link before hydration loads the linked page", async ({ page, site }) => {
  await page.route("**/assets/entry.client-*.js", () => undefined);
  await page.goto(site.url("/de"));
  await page.getByRole("link", { name: t("landing:way.provider", { provider: "Google" }) }).click();
  await expect(locateHeading(page, t("pages:comingSoon.heading", { provider: "Google" }))).toBeVisible();
});

/** Returns a list to which the URL of each requested script file is added. */
function listScriptFiles(page: Page): string[] {
  const scriptFiles: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/assets/") && request.url().endsWith(".js")) scriptFiles.push(request.url());
  });
  return scriptFiles;
}

declare global {
  interface Window {
    /** True once the page has waited for an idle browser. Only `blockIdleCallbacks` sets this property. */
    hasRequestedIdleCallback?: boolean;
  }
}

/** Makes the browser of this page never idle. */
async function blockIdleCallbacks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => {
      window.hasRequestedIdleCallback = true;
      return 0;
    };
  });
}
