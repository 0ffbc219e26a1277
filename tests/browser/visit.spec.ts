import { expect, test } from "./fixtures";
import { enterCode, fillRegistration, heading, registrationForm, variantOf } from "./registration";

const { t } = variantOf("de");
const codeField = { name: t("landing:code.label"), exact: true };

test.describe("what the browser keeps of a visit (docs/product.md#cookies-and-storage)", () => {
  test("a usable code is offered again on the next visit", async ({ page, site }) => {
    await page.goto(site.url("/de"));
    await enterCode(page, t, "WELCOME");
    await expect(registrationForm(page, t).button).toBeVisible();
    await page.goto(site.url("/de"));
    await expect(page.getByRole("textbox", codeField)).toHaveValue("WELCOME");
  });

  test("with script also when the cookies are gone", { tag: "@script" }, async ({ page, site, context }) => {
    await page.goto(site.url("/de?rc=WELCOME"));
    await expect.poll(() => page.evaluate(() => localStorage.getItem("rc"))).toBe("WELCOME");
    await context.clearCookies();
    await page.goto(site.url("/de"));
    await expect(page.getByRole("textbox", codeField)).toHaveValue("WELCOME");
  });

  test(
    "a browser that forbids its storage loses nothing but the second copy",
    { tag: "@script" },
    async ({ page, site }) => {
      await page.addInitScript(() => {
        const forbidden = () => {
          throw new DOMException("The operation is insecure.", "SecurityError");
        };
        Object.defineProperty(window, "localStorage", { get: forbidden });
        Object.defineProperty(window, "sessionStorage", { get: forbidden });
      });
      await page.goto(site.url("/de?rc=WELCOME"));
      await expect(registrationForm(page, t).email).toBeVisible();
      await page.goto(site.url("/de"));
      await expect(page.getByRole("textbox", codeField)).toHaveValue("WELCOME");
    },
  );

  test(
    "the time zone tells the country when nothing else does",
    { tag: "@script" },
    async ({ browser, site }) => {
      const context = await browser.newContext({ timezoneId: "Europe/Stockholm", locale: "de-DE" });
      const page = await context.newPage();
      await page.goto(site.url("/de"));
      await expect.poll(async () => (await context.cookies()).some(({ name }) => name === "tz")).toBe(true);
      await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
      await expect(registrationForm(page, t).country).toHaveValue("SE");
      await context.close();
    },
  );
});

declare global {
  interface Window {
    passTwentySeconds: () => void;
  }
}

test.describe("an account that exists already", { tag: "@script" }, () => {
  test("leads to login by itself unless the visitor stays", async ({ page, site }) => {
    await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
    await fillRegistration(page, t, "active@example.com");
    await registrationForm(page, t).button.click();
    await expect(heading(page, t("progress:active.heading"))).toBeVisible();
    const status = page.getByRole("main").getByRole("status");
    const stay = page.getByRole("button", { name: t("progress:active.stay") });
    await expect(status).toHaveText(t("progress:active.leaving", { count: 20 }));
    // The number runs for the eye; who hears the page is told once.
    await expect(page.getByText(t("progress:active.leaving", { count: 18 }))).toBeVisible();
    await expect(status).toHaveText(t("progress:active.leaving", { count: 20 }));
    await stay.click();
    await expect(status).toHaveText(t("progress:active.staying"));
    await expect(status).toBeFocused();
  });

  test("leads there after 20 seconds, but not somebody who came back", async ({ page, site }) => {
    // Nobody waits 20 seconds here: a timer of that length runs when the test says so, any other as ever.
    await page.addInitScript(() => {
      const [later, cancel] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)];
      const held = new Map<number, () => void>();
      Object.assign(window, {
        setTimeout: (run: () => void, ms = 0) => {
          if (ms !== 20_000) return later(run, ms);
          const timer = later(() => undefined, ms);
          held.set(timer, run);
          return timer;
        },
        clearTimeout: (timer: number) => {
          held.delete(timer);
          cancel(timer);
        },
        passTwentySeconds: () => held.forEach((run) => run()),
      });
    });
    const active = site.url("/de/registration/registrationformemailactivecomplete");
    await page.goto(active);
    await expect(page.getByRole("button", { name: t("progress:active.stay") })).toBeVisible();
    await page.evaluate(() => window.passTwentySeconds());
    await expect(page).toHaveURL(/\/de\/login$/);
    await page.goBack();
    await expect(heading(page, t("progress:active.heading"))).toBeVisible();
    await expect(page.getByRole("button", { name: t("progress:active.stay") })).toHaveCount(0);
    await expect(page.getByRole("main").getByRole("status")).toBeEmpty();

    await page.goto(site.url("/de"));
    await page.goto(active);
    await expect(page.getByRole("button", { name: t("progress:active.stay") })).toBeVisible();
    // As when the browser keeps the page while the visitor is elsewhere.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
    await expect(page.getByRole("main").getByRole("status")).toHaveText(t("progress:active.staying"));
    await page.evaluate(() => window.passTwentySeconds());
    await expect(page).toHaveURL(active);
  });
});
