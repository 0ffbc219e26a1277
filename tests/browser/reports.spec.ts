import type { Page, Request } from "@playwright/test";
import { startEnvelopeSink, type EnvelopeSink } from "../support/envelope-sink";
import { startVelvetgate, type Velvetgate } from "../support/velvetgate";
import { expect, test } from "./fixtures";
import { expectHydrated, openForm, locateRegistrationForm, createVariant } from "./registration";
import { translatorFor } from "../support/words";

let sentryServer: EnvelopeSink;
/** A site with error reporting. */
let reportingSite: Velvetgate;
test.beforeAll(async () => {
  sentryServer = await startEnvelopeSink();
  reportingSite = await startVelvetgate({
    env: { SENTRY_DSN: sentryServer.dsn, RELEASE: "r7", ENVIRONMENT: "test" },
  });
});
test.afterAll(async () => {
  await reportingSite.stop();
  await sentryServer.stop();
});

const t = translatorFor("de");

test.beforeEach(({ allowPageError }) => {
  allowPageError(/as planned|never meant/);
});

test("page does not load or use the error reporter before an error", async ({ page }) => {
  const countBefore = sentryServer.bodies().length;
  const requests = collectRequests(page);
  await page.goto(reportingSite.url("/de"));
  await page.keyboard.press("Tab");
  await expectHydrated(page);
  await page.waitForLoadState("networkidle");
  expect(requests.filter((url) => /browser-reporter|\/42\//.test(url))).toEqual([]);
  expect(sentryServer.bodies()).toHaveLength(countBefore);
});

test("navigation aborted before the next page has loaded causes no error report", async ({ page }) => {
  const requests = collectRequests(page);
  await page.goto(reportingSite.url("/de"));
  const isDefaultPrevented = await page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        addEventListener("unhandledrejection", (event) => {
          resolve(event.defaultPrevented);
        });
        void Promise.reject(new DOMException("Transition was skipped. Navigation aborted", "AbortError"));
      }),
  );
  expect(isDefaultPrevented).toBe(true);
  await page.waitForLoadState("networkidle");
  expect(requests.filter((url) => url.includes("browser-reporter"))).toEqual([]);
});

for (const path of ["/de", "/de?rc=WELCOME"])
  test(`uncaught error and unhandled rejection on ${path} are reported without messages, and the page stays unchanged`, async ({
    page,
  }) => {
    const countBefore = sentryServer.events().length;
    await page.goto(reportingSite.url(path));
    await page.keyboard.press("Tab");
    await expectHydrated(page);
    const bodyTextBefore = await page.locator("body").innerText();
    await breakPage(page, "as planned ?rc=WELCOME");
    const readNewEvents = () => sentryServer.events().slice(countBefore);
    await expect.poll(readNewEvents).toHaveLength(2);
    const errorTypes = readNewEvents().map(({ exception }) => exception?.values.at(-1)?.type);
    expect(errorTypes.sort()).toEqual(["Error", "TypeError"]);
    for (const event of readNewEvents()) {
      expect(event).toMatchObject({ release: "r7", environment: "test", level: "error" });
      expect(event.request?.url).toBe("/de/:slug?");
      expect(event.tags["correlation_id"]).toMatch(/^acq-frontend-[0-9a-f-]{36}$/);
      expect(JSON.stringify(event)).not.toMatch(/WELCOME|as planned/);
    }
    expect(await page.locator("body").innerText()).toBe(bodyTextBefore);
  });

test("error in a built script is reported with its position in the build", async ({ page }) => {
  const countBefore = sentryServer.events().length;
  await page.goto(reportingSite.url("/de"));
  await page.evaluate(() => {
    const error = new Error("as planned");
    const script = `${location.origin}/assets/page-x1.js`;
    error.stack = `Error: as planned\n    at open (${script}:1:2)\n    at ${location.href}:3:4`;
    reportError(error);
  });
  await expect.poll(() => sentryServer.events().slice(countBefore)).toHaveLength(1);
  const [event] = sentryServer.events().slice(countBefore);
  expect(event?.exception?.values.at(-1)?.stacktrace?.frames).toEqual([
    { function: "open", filename: "app:///assets/page-x1.js", lineno: 1, colno: 2, in_app: true },
  ]);
});

test("error report contains no form input", async ({ page }) => {
  await openForm(page, reportingSite.url, createVariant("de"));
  await expectHydrated(page);
  const form = locateRegistrationForm(page, t);
  await form.firstname.fill("Quillandra");
  await form.email.fill("quill@kanarie.example");
  const countBefore = sentryServer.bodies().length;
  await breakPage(
    page,
    'as planned: Quillandra UXVpbGxhbmRyYQ quill%40kanarie.example {"email":"x"} ?rc=WELCOME',
  );
  const readNewBodies = () => sentryServer.bodies().slice(countBefore);
  await expect.poll(readNewBodies).toHaveLength(2);
  expect(readNewBodies().join("\n")).not.toMatch(/quill|UXVpbGxhbmRyYQ|kanarie|WELCOME/i);
  await expect(form.firstname).toHaveValue("Quillandra");
});

test("error reports are limited to 60 a minute", async ({ page }) => {
  await page.goto(reportingSite.url("/de"));
  const countBefore = sentryServer.events().length;
  await page.evaluate(() => {
    for (let errorIndex = 0; errorIndex < 90; errorIndex += 1)
      reportError(new Error(`as planned ${errorIndex}`));
  });
  await expect.poll(() => sentryServer.events().length - countBefore).toBe(60);
});

test("error reporter sends 60 reports for 150 consecutive errors, and its script loads once", async ({
  page,
}) => {
  const requests = collectRequests(page);
  await page.goto(reportingSite.url("/de"));
  const countBefore = sentryServer.events().length;
  const countReports = () => sentryServer.events().length - countBefore;
  const reportErrors = (count: number) =>
    page.evaluate((errors) => {
      for (let error = 0; error < errors; error += 1) reportError(new Error(`as planned ${error}`));
    }, count);
  // Causes the first errors one after another, so that the reporter is loaded before the many errors that follow.
  for (let reportCount = 1; reportCount <= 5; reportCount += 1) {
    await reportErrors(1);
    await expect.poll(countReports).toBe(reportCount);
  }
  await reportErrors(145);
  await expect.poll(countReports).toBe(60);
  await page.waitForLoadState("networkidle");
  expect(countReports()).toBe(60);
  expect(requests.filter((url) => url.includes("browser-reporter"))).toHaveLength(1);
  expect(requests.filter((url) => url.includes("/42/envelope"))).toHaveLength(60);
});

test("page does not report errors if the site has no Sentry DSN", async ({ page, site }) => {
  const requests = collectRequests(page);
  await page.goto(site.url("/de"));
  await breakPage(page, "as planned");
  await page.waitForLoadState("networkidle");
  expect(requests.filter((url) => url.includes("browser-reporter"))).toEqual([]);
});

/** Causes an uncaught error and an unhandled rejection, as a script of the page would. */
async function breakPage(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => {
    reportError(new Error(text));
    void Promise.reject(new TypeError(text));
  }, message);
}

function collectRequests(page: Page): string[] {
  const requestedUrls: string[] = [];
  page.on("request", (request: Request) => requestedUrls.push(request.url()));
  return requestedUrls;
}
