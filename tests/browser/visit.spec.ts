import { expect, test } from "./fixtures";
import {
  enterCode,
  fillRegistration,
  locateHeading,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const { t } = createVariant("de");
const codeField = { name: t("landing:code.label"), exact: true };

test.describe("stored visit (docs/product/cookies-and-events.md#cookies-and-storage)", () => {
  test("fills in the last usable code on the next visit", async ({ page, site }) => {
    await page.goto(site.url("/de"));
    await enterCode(page, t, "WELCOME");
    await expect(locateRegistrationForm(page, t).button).toBeVisible();
    await page.goto(site.url("/de"));
    await expect(page.getByRole("textbox", codeField)).toHaveValue("WELCOME");
  });

  test(
    "fills in the code with JavaScript even after the cookies are deleted",
    { tag: "@script" },
    async ({ page, site, context }) => {
      await page.goto(site.url("/de?rc=WELCOME"));
      await expect.poll(() => page.evaluate(() => localStorage.getItem("rc"))).toBe("WELCOME");
      await context.clearCookies();
      await page.goto(site.url("/de"));
      await expect(page.getByRole("textbox", codeField)).toHaveValue("WELCOME");
    },
  );

  test(
    "keeps the code in a cookie if the browser blocks local storage",
    { tag: "@script" },
    async ({ page, site }) => {
      await page.addInitScript(() => {
        const throwSecurityError = () => {
          throw new DOMException("The operation is insecure.", "SecurityError");
        };
        Object.defineProperty(window, "localStorage", { get: throwSecurityError });
        Object.defineProperty(window, "sessionStorage", { get: throwSecurityError });
      });
      await page.goto(site.url("/de?rc=WELCOME"));
      await expect(locateRegistrationForm(page, t).email).toBeVisible();
      await page.goto(site.url("/de"));
      await expect(page.getByRole("textbox", codeField)).toHaveValue("WELCOME");
    },
  );

  test(
    "selects the country by the time zone if no other method detects the country",
    { tag: "@script" },
    async ({ browser, site }) => {
      const context = await browser.newContext({ timezoneId: "Europe/Stockholm", locale: "de-DE" });
      const page = await context.newPage();
      await page.goto(site.url("/de"));
      await expect.poll(async () => (await context.cookies()).some(({ name }) => name === "tz")).toBe(true);
      await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
      await expect(locateRegistrationForm(page, t).country).toHaveValue("SE");
      await context.close();
    },
  );
});

declare global {
  interface Window {
    passTwentySeconds: () => void;
  }
}

test.describe("page of an existing account", { tag: "@script" }, () => {
  test("redirects to login unless the visitor chooses to stay", async ({ page, site }) => {
    await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
    await fillRegistration(page, t, "active@example.com");
    await locateRegistrationForm(page, t).button.click();
    await expect(locateHeading(page, t("progress:active.heading"))).toBeVisible();
    const statusRegion = page.getByRole("main").getByRole("status");
    const stayButton = page.getByRole("button", { name: t("progress:active.stay") });
    await expect(statusRegion).toHaveText(t("progress:active.leaving", { count: 20 }));
    // The running countdown is hidden from screen readers. The status for screen readers keeps its first text, so that
    // it is announced once.
    await expect(page.getByText(t("progress:active.leaving", { count: 18 }))).toBeVisible();
    await expect(statusRegion).toHaveText(t("progress:active.leaving", { count: 20 }));
    await stayButton.click();
    await expect(statusRegion).toHaveText(t("progress:active.staying"));
    await expect(statusRegion).toBeFocused();
  });

  test("redirects to login after 20 seconds, but not after the visitor has returned with Back", async ({
    page,
    site,
  }) => {
    // Replaces timers of 20 seconds with timers that the test runs by `passTwentySeconds`. Other timers are unchanged.
    await page.addInitScript(() => {
      const [startTimer, cancel] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
      const heldTimers = new Map<number, () => void>();
      Object.assign(window, {
        setTimeout: (callback: () => void, ms = 0) => {
          if (ms !== 20_000) return startTimer(callback, ms);
          const timer = startTimer(() => undefined, ms);
          heldTimers.set(timer, callback);
          return timer;
        },
        clearTimeout: (timer: number) => {
          heldTimers.delete(timer);
          cancel(timer);
        },
        passTwentySeconds: () => heldTimers.forEach((callback) => callback()),
      });
    });
    const activePageUrl = site.url("/de/registration/registrationformemailactivecomplete");
    await page.goto(activePageUrl);
    await expect(page.getByRole("button", { name: t("progress:active.stay") })).toBeVisible();
    await page.evaluate(() => window.passTwentySeconds());
    await expect(page).toHaveURL(/\/de\/login$/);
    await page.goBack();
    await expect(locateHeading(page, t("progress:active.heading"))).toBeVisible();
    await expect(page.getByRole("button", { name: t("progress:active.stay") })).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("status")).toBeEmpty();

    await page.goto(site.url("/de"));
    await page.goto(activePageUrl);
    await expect(page.getByRole("button", { name: t("progress:active.stay") })).toBeVisible();
    // Simulates that the visitor leaves the page and that the browser stores the page in its back/forward cache.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
    await expect(page.getByRole("main").getByRole("status")).toHaveText(t("progress:active.staying"));
    await page.evaluate(() => window.passTwentySeconds());
    await expect(page).toHaveURL(activePageUrl);
  });
});
