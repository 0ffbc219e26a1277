import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectHydrated } from "./registration";
import { translatorFor } from "../support/words";

const t = translatorFor("de");
const entryScriptPattern = "**/assets/entry.client-*.js";

test.beforeEach(({ allowPageError }) => {
  allowPageError(/dynamically imported|404|module script|Failed to load|ERR_INTERNET_DISCONNECTED/);
});

test("page with a missing script after a deployment reloads once", async ({ page, site }) => {
  let isScriptMissing = true;
  await page.route(entryScriptPattern, (route) =>
    isScriptMissing ? route.fulfill({ status: 404 }) : route.continue(),
  );
  const documentLoads = collectDocumentLoads(page);
  page.on("framenavigated", () => {
    if (documentLoads.length === 2) isScriptMissing = false;
  });
  // The reload may come before the load event, and would then end a longer wait with an error.
  await page.goto(site.url("/de"), { waitUntil: "commit" });
  await page.keyboard.press("Tab");
  await expect.poll(() => documentLoads.length).toBe(2);
  await expectHydrated(page);
  expect(documentLoads).toHaveLength(2);
});

test("page with a missing script does not reload again within ten seconds", async ({ page, site }) => {
  const countFailedScripts = await blockEntryScript(page);
  const documentLoads = collectDocumentLoads(page);
  await page.goto(site.url("/de"), { waitUntil: "commit" });
  await page.keyboard.press("Tab");
  await expect.poll(() => documentLoads.length).toBe(2);
  await page.waitForLoadState("load");
  await page.keyboard.press("Tab");
  await expect.poll(countFailedScripts).toBeGreaterThanOrEqual(2);
  await page.waitForLoadState("networkidle");
  expect(documentLoads).toHaveLength(2);
  await page.evaluate(() => sessionStorage.setItem("reloaded", String(Date.now() - 10_001)));
  await page.goto(site.url("/de/membership-interest/apply"), { waitUntil: "commit" });
  await page.keyboard.press("Tab");
  await expect.poll(() => documentLoads.length).toBe(4);
});

test("page with a missing script keeps the input, and the form still works", async ({ page, site }) => {
  const countFailures = await blockEntryScript(page);
  const documentLoads = collectDocumentLoads(page);
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto(site.url("/de"));
  const codeField = page.getByLabel(t("landing:code.label"), { exact: true });
  await page.route("**/assets/*.js", async (route) => {
    await expect(codeField).toHaveValue("WELCOME");
    await route.fallback();
  });
  await codeField.fill("WELCOME");
  await expect.poll(countFailures).toBeGreaterThanOrEqual(1);
  await page.waitForLoadState("networkidle");
  await expect(codeField).toHaveValue("WELCOME");
  expect(documentLoads).toHaveLength(1);
  await page.unroute("**/assets/*.js");
  await codeField.press("Enter");
  await expect(page).toHaveURL(/formstarted/);
});

test("product opens as a separate page if the script for its dialog is missing", async ({ page, site }) => {
  await page.goto(site.url("/de"));
  await page.keyboard.press("Tab");
  await expectHydrated(page);
  await page.route("**/assets/**", (route) => route.fulfill({ status: 404 }));
  await locateFirstProduct(page).click();
  await expect(page).toHaveURL(/\/de\/products\/[\w-]+$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("activation page loads a new document to change the language if translations are missing", async ({
  page,
  site,
}) => {
  await page.goto(site.url("/de/registration/activateaccount?accountActivationId=any"));
  await expectAllHydrated(page);
  await page.route("**/assets/**", (route) => route.fulfill({ status: 404 }));
  await chooseDutch(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "nl-NL");
  await expect(page).toHaveURL(/\/nl\/registration\/activateaccount\?accountActivationId=any$/);
});

test("page shows a message and stays open if an offline visitor opens a product or changes the language", async ({
  page,
  site,
  context,
}) => {
  for (const { path, choose } of [
    { path: "/de", choose: () => locateFirstProduct(page).click() },
    {
      path: "/de/registration/activateaccount?accountActivationId=any",
      choose: () => chooseDutch(page),
    },
  ]) {
    await context.setOffline(false);
    await page.goto(site.url(path));
    await expectAllHydrated(page);
    await context.setOffline(true);
    await choose();
    await expect(page.locator(".toast")).toContainText(t("common:failure.offline"));
    await expect(page).toHaveURL(site.url(path));
  }
});

/** Waits for hydration including the deferred parts, such as the header of the activation page. */
async function expectAllHydrated(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  await expectHydrated(page);
  await page.waitForLoadState("networkidle");
}

async function chooseDutch(page: Page): Promise<void> {
  await page.getByRole("banner").locator("summary").click();
  await page.getByRole("banner").getByRole("button", { name: "Nederlands" }).click();
}

function locateFirstProduct(page: Page): Locator {
  return page
    .getByRole("list", { name: t("landing:slide.label") })
    .getByRole("link")
    .first();
}

test("page with a missing script does not reload if session storage is blocked", async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "sessionStorage", {
      get: () => {
        throw new DOMException("no storage", "SecurityError");
      },
    });
  });
  const countFailures = await blockEntryScript(page);
  const documentLoads = collectDocumentLoads(page);
  await page.goto(site.url("/de"));
  await page.keyboard.press("Tab");
  await expect.poll(countFailures).toBeGreaterThanOrEqual(1);
  await page.waitForLoadState("networkidle");
  expect(documentLoads).toHaveLength(1);
});

test("page that answers a submitted form does not reload if a script is missing", async ({ page, site }) => {
  const countFailures = await blockEntryScript(page);
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto(site.url("/de"));
  const codeForm = page.locator("form").filter({ has: page.locator("[name=registrationCode]") });
  const responsePromise = page.waitForResponse((response) => response.status() === 422);
  const loadPromise = page.waitForEvent("load");
  // Submits without an interaction, so that this page does not load its scripts yet.
  await codeForm.first().evaluate((form: HTMLFormElement) => {
    form.submit();
  });
  await responsePromise;
  await loadPromise;
  const documentLoads = collectDocumentLoads(page);
  await page.keyboard.press("Tab");
  await expect.poll(countFailures).toBeGreaterThanOrEqual(1);
  await page.waitForLoadState("networkidle");
  expect(documentLoads).toEqual([]);
});

/**
 * Makes requests for the entry script fail with 404, as after a deployment. Returns a function that returns the number
 * of failed requests.
 */
async function blockEntryScript(page: Page): Promise<() => number> {
  let failedRequestCount = 0;
  await page.route(entryScriptPattern, async (route) => {
    failedRequestCount += 1;
    await route.fulfill({ status: 404 });
  });
  return () => failedRequestCount;
}

/** Returns a list to which each document loaded by a page is added. */
function collectDocumentLoads(page: Page): string[] {
  const documentLoads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documentLoads.push(request.url());
  });
  return documentLoads;
}
