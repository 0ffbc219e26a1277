import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectHydrated, locateHeading } from "./registration";
import { translatorFor } from "../support/words";

const t = translatorFor("de");
const startPath = "/de/registration/activateaccount?accountActivationId=any";
const errorPagePattern = /\/de\/error\/404$/;
const missingPageScript = 'void __remixRouter.navigate("/de/no/such/page")';

test.beforeEach(({ allowPageError }) => {
  allowPageError(/404|500|Failed to (?:load|fetch)|ERR_|Content Security Policy/);
});

test("client-side navigation to an unknown page opens /error/404 after a delay of 100 ms", async ({
  page,
  site,
}) => {
  await page.clock.install();
  await openMissingPage(page, site.url(startPath));
  const requests = collectRequests(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  // Waits for the data of the not-found page. The data of the root route arrives first.
  const responsePromise = page.waitForResponse(
    (response) => response.url().includes("page.data") && response.status() === 404,
  );
  await page.evaluate(missingPageScript);
  await responsePromise;
  await page.clock.runFor(99);
  expect(requests).toEqual([]);
  await expect(locateHeading(page, t("activation:page.heading"))).toBeVisible();
  await page.clock.runFor(1);
  await expect(page).toHaveURL(site.url("/de/error/404"));
  await expect(locateHeading(page, t("errors:notFound.heading"))).toBeVisible();
});

for (const [failure, fail] of [
  ["is aborted", { abort: true }],
  ["is answered with 500", { abort: false }],
] as const)
  test(`browser opens /acquisition/error/404 if client-side navigation to the error page ${failure}`, async ({
    page,
    site,
  }) => {
    await openMissingPage(page, site.url(startPath));
    await page.route(errorPagePattern, (route) =>
      fail.abort ? route.abort() : route.fulfill({ status: 500 }),
    );
    const requests = collectRequests(page);
    await page.evaluate(missingPageScript);
    await expect(page).toHaveURL(site.url("/acquisition/error/404"));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(requests).toHaveLength(1);
    await page.goBack();
    await expect(page).toHaveURL(site.url(startPath));
  });

test("going back to a page that does not exist opens the error page, and the next Back opens the page before", async ({
  page,
  site,
}) => {
  await page.goto(site.url("/de/membership-interest"));
  await openMissingPage(page, site.url(startPath));
  await page.evaluate(() => {
    history.pushState({ idx: 1 }, "", "/de/no/such/page");
    history.pushState({ idx: 2 }, "", "/de/no/such/other");
    history.back();
  });
  await expect(page).toHaveURL(site.url("/de/error/404"));
  await page.goBack();
  await expect(page).toHaveURL(site.url(startPath));
});

test("page shows a message and stays if the browser goes offline during navigation to an unknown page", async ({
  page,
  site,
  context,
}) => {
  await openMissingPage(page, site.url(startPath));
  await page.route(errorPagePattern, async (route) => {
    await context.setOffline(true);
    await route.abort();
  });
  await page.evaluate(missingPageScript);
  await expect(page.locator(".toast")).toContainText(t("common:failure.offline"));
  await expect(page).toHaveURL(site.url(startPath));
  await expect(locateHeading(page, t("activation:page.heading"))).toBeVisible();
});

test("offline navigation to an unknown page shows a message from the site, not from the browser", async ({
  page,
  site,
  context,
}) => {
  await openMissingPage(page, site.url(startPath));
  await context.setOffline(true);
  const requests = collectRequests(page, /such\/page$/);
  await page.evaluate(missingPageScript);
  await expect(page.getByRole("alert")).toHaveText(t("common:failure.offline"));
  await expect(page).toHaveTitle("Velvetgate");
  expect(requests).toEqual([]);
});

/** Opens a page and waits for its deferred parts. */
async function openMissingPage(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.keyboard.press("Tab");
  await expectHydrated(page);
  await page.waitForLoadState("networkidle");
}

/** Returns a list to which each matching request is added from now on. */
function collectRequests(page: Page, pattern = errorPagePattern): string[] {
  const matchingUrls: string[] = [];
  page.on("request", (request) => {
    if (pattern.test(request.url())) matchingUrls.push(request.url());
  });
  return matchingUrls;
}
