import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectHydrated } from "./registration";
import { wordsOf } from "../support/words";

const t = wordsOf("de");
const entry = "**/assets/entry.client-*.js";

test.beforeEach(({ allowPageError }) => {
  allowPageError(/dynamically imported|404|module script|Failed to load|ERR_INTERNET_DISCONNECTED/);
});

test("a page whose script is gone after a deployment is loaded anew, once", async ({ page, site }) => {
  let isGone = true;
  await page.route(entry, (route) => (isGone ? route.fulfill({ status: 404 }) : route.continue()));
  const loads = loadsOf(page);
  page.on("framenavigated", () => {
    if (loads.length === 2) isGone = false;
  });
  await page.goto(site.url("/de"));
  await page.keyboard.press("Tab");
  await expect.poll(() => loads.length).toBe(2);
  await expectHydrated(page);
  expect(loads).toHaveLength(2);
});

test("and not again within ten seconds", async ({ page, site }) => {
  const gone = await withoutEntry(page);
  const loads = loadsOf(page);
  await page.goto(site.url("/de"));
  await page.keyboard.press("Tab");
  await expect.poll(() => loads.length).toBe(2);
  await page.waitForLoadState("load");
  await page.keyboard.press("Tab");
  await expect.poll(gone).toBeGreaterThanOrEqual(2);
  await page.waitForLoadState("networkidle");
  expect(loads).toHaveLength(2);
  await page.evaluate(() => sessionStorage.setItem("reloaded", String(Date.now() - 10_001)));
  await page.goto(site.url("/de/membership-interest/apply"));
  await page.keyboard.press("Tab");
  await expect.poll(() => loads.length).toBe(4);
});

test("what was typed is not lost to it, and the form works", async ({ page, site }) => {
  const gone = await withoutEntry(page);
  const loads = loadsOf(page);
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto(site.url("/de"));
  const code = page.getByLabel(t("landing:code.label"), { exact: true });
  await page.route("**/assets/*.js", async (route) => {
    await expect(code).toHaveValue("WELCOME");
    await route.fallback();
  });
  await code.fill("WELCOME");
  await expect.poll(gone).toBeGreaterThanOrEqual(1);
  await page.waitForLoadState("networkidle");
  await expect(code).toHaveValue("WELCOME");
  expect(loads).toHaveLength(1);
  await code.press("Enter");
  await expect(page).toHaveURL(/formstarted/);
});

test("a product whose dialog is gone opens on its own page", async ({ page, site }) => {
  await page.goto(site.url("/de"));
  await page.keyboard.press("Tab");
  await expectHydrated(page);
  await page.route("**/assets/**", (route) => route.fulfill({ status: 404 }));
  await firstProduct(page).click();
  await expect(page).toHaveURL(/\/de\/products\/[\w-]+$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the activation page whose texts are gone changes its language by a new document", async ({
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

test("offline both say so, and stay", async ({ page, site, context }) => {
  for (const { path, choose } of [
    { path: "/de", choose: () => firstProduct(page).click() },
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

/** With the parts that come later, the header of the activation page among them. */
async function expectAllHydrated(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  await expectHydrated(page);
  await page.waitForLoadState("networkidle");
}

async function chooseDutch(page: Page): Promise<void> {
  await page.getByRole("banner").locator("summary").click();
  await page.getByRole("banner").getByRole("button", { name: "Nederlands" }).click();
}

function firstProduct(page: Page): Locator {
  return page
    .getByRole("list", { name: t("landing:slide.label") })
    .getByRole("link")
    .first();
}

test("without session storage it is not tried", async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "sessionStorage", {
      get: () => {
        throw new DOMException("no storage", "SecurityError");
      },
    });
  });
  const gone = await withoutEntry(page);
  const loads = loadsOf(page);
  await page.goto(site.url("/de"));
  await page.keyboard.press("Tab");
  await expect.poll(gone).toBeGreaterThanOrEqual(1);
  await page.waitForLoadState("networkidle");
  expect(loads).toHaveLength(1);
});

test("the answer to a form is not sent again", async ({ page, site }) => {
  const gone = await withoutEntry(page);
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto(site.url("/de"));
  const codeForm = page.locator("form").filter({ has: page.locator("[name=registrationCode]") });
  const answered = page.waitForResponse((response) => response.status() === 422);
  const shown = page.waitForEvent("load");
  // Without a touch, so that this page asks for no script yet.
  await codeForm.first().evaluate((form: HTMLFormElement) => {
    form.submit();
  });
  await answered;
  await shown;
  const loads = loadsOf(page);
  await page.keyboard.press("Tab");
  await expect.poll(gone).toBeGreaterThanOrEqual(1);
  await page.waitForLoadState("networkidle");
  expect(loads).toEqual([]);
});

/** As after a deployment. Tells how often the file was asked for. */
async function withoutEntry(page: Page): Promise<() => number> {
  let asked = 0;
  await page.route(entry, async (route) => {
    asked += 1;
    await route.fulfill({ status: 404 });
  });
  return () => asked;
}

/** The documents that a page has loaded, as they come. */
function loadsOf(page: Page): string[] {
  const loads: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  return loads;
}
