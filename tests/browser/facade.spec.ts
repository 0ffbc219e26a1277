import type { Locator, Page } from "@playwright/test";
import { products } from "~/domain/products";
import type { Velvetgate } from "../support/velvetgate";
import { openConsentChoices } from "./consent-service";
import { areApart, expect, expectAccessible, test as base } from "./fixtures";
import { expectHydrated, locateHeading, createVariant } from "./registration";

const blackFriday = Date.parse("2026-11-26T23:00:00Z");

const test = base.extend<{ countdown: Velvetgate }>({
  /** A site within the 14 days before Black Friday, when it shows a countdown. */
  countdown: async ({ getSiteWithEnv }, provide) =>
    provide(await getSiteWithEnv({ CLOCK: "2026-11-20T19:30:00Z", FEATURES: "" })),
});

const { t } = createVariant("en");

/** Returns the pause button, which appears only once the page's script runs. */
function locatePauseButton(page: Page): Locator {
  return page.getByRole("button", { name: t("countdown:pause"), exact: true });
}

test.describe("countdown to Black Friday (docs/product/cookies-and-events.md#experiments-and-seasons)", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("shows days and hours without JavaScript", { tag: "@no-script" }, async ({ page, countdown }) => {
    await page.goto(countdown.url("/en"));
    const banner = page.getByRole("region", { name: t("countdown:title") });
    await expect(banner).toContainText("6 days and 3 hours");
    await expect(banner.getByText("seconds")).toBeHidden();
    await expect(banner.getByRole("button")).toHaveCount(0);
  });

  test(
    "follows the server's clock with JavaScript, and can be paused",
    { tag: "@script" },
    async ({ page, countdown }) => {
      // Sets the visitor's clock to one day before the server's clock, which the countdown must follow.
      await page.clock.install({ time: new Date("2026-11-19T19:30:00Z") });
      await page.goto(countdown.url("/en"));
      const banner = page.getByRole("region", { name: t("countdown:title") });
      const boxBefore = await banner.boundingBox();
      await expect(locatePauseButton(page)).toBeVisible();
      await expect(banner.getByText("seconds")).toBeVisible();
      expect(await banner.boundingBox()).toEqual(boxBefore);
      await expect(banner).toContainText("6 days and 3 hours");
      expect(await banner.getByRole("status").count()).toBe(0);

      // From here on, the page's clock advances only when the test advances it.
      await page.clock.pauseAt(new Date("2026-11-19T19:40:00.500Z"));
      const secondsBeforePause = await readSecondsLeft(banner);
      await page.clock.runFor(3000);
      await expect.poll(async () => secondsBeforePause - (await readSecondsLeft(banner))).toBe(3);

      await locatePauseButton(page).click();
      const pausedSeconds = await readSecondsLeft(banner);
      await page.clock.runFor(5000);
      expect(await readSecondsLeft(banner)).toBe(pausedSeconds);
      await banner.getByRole("button", { name: t("countdown:resume") }).click();
      await page.clock.runFor(1000);
      await expect.poll(async () => pausedSeconds - (await readSecondsLeft(banner))).toBe(6);

      await page.clock.fastForward(blackFriday - Date.parse("2026-11-19T19:30:00Z"));
      await page.clock.runFor(2000);
      await expect(banner).toContainText("0 days and 0 hours 00 minutes 00 seconds");
    },
  );

  test(
    "does not tick if the visitor prefers reduced motion",
    { tag: "@script" },
    async ({ page, countdown }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(countdown.url("/en"));
      await expectHydrated(page);
      await expect(locatePauseButton(page)).toHaveCount(0);
      await expect(page.getByText("6 days and 3 hours")).toBeVisible();
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await expect(locatePauseButton(page)).toBeVisible();
    },
  );
});

/** Returns the time that the countdown displays, in seconds. */
async function readSecondsLeft(banner: Locator): Promise<number> {
  const countdownMatch = /(\d+) days? (\d+) hours? (\d+) minutes? (\d+) seconds?/.exec(
    (await banner.innerText()).replaceAll(/\s+/g, " "),
  );
  const [, days, hours, minutes, seconds] = (countdownMatch ?? []).map(Number);
  if (days === undefined || hours === undefined || minutes === undefined || seconds === undefined)
    throw new Error(`There is no countdown in ${await banner.innerText()}`);
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

const googleLabel = t("landing:way.provider", { provider: "Google" });

function locateToasts(page: Page): Locator {
  return page.getByRole("status", { name: t("common:toast.label") });
}

test.describe("sign-up options", () => {
  test(
    "show toasts on the same page with JavaScript, several at a time",
    { tag: "@script" },
    async ({ page, site }) => {
      await page.clock.install();
      await page.goto(site.url("/en"));
      await expectHydrated(page);
      await expect(locateToasts(page)).toBeEmpty();
      const pageUrl = page.url();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.getByRole("link", { name: googleLabel }).click();
      await page.clock.runFor(2000);
      await page.getByRole("link", { name: t("landing:way.phone") }).click();
      await expect(locateToasts(page).getByRole("paragraph")).toHaveText([
        t("landing:way.soonMessage", { provider: "Google" }),
        t("landing:way.soonMessage", { provider: t("pages:comingSoon.phone") }),
      ]);
      expect(page.url()).toBe(pageUrl);

      await page.clock.runFor(3100);
      await expect(locateToasts(page).getByRole("paragraph")).toHaveText([/phone/]);
      await page.clock.runFor(2000);
      await expect(locateToasts(page)).toBeEmpty();
      // A message that is shown again does not add a second toast.
      for (let click = 0; click < 3; click += 1) await page.getByRole("link", { name: googleLabel }).click();
      await expect(locateToasts(page).getByRole("paragraph")).toHaveCount(1);
    },
  );

  test(
    "keep a toast open while it is hovered or focused, and close it with its button or Escape",
    { tag: "@script" },
    async ({ page, site }) => {
      await page.clock.install();
      await page.goto(site.url("/en"));
      await expectHydrated(page);
      const googleLink = page.getByRole("link", { name: googleLabel });
      await googleLink.click();
      await locateToasts(page).getByRole("paragraph").hover();
      await expectAccessible(page);
      await page.clock.runFor(20_000);
      await expect(locateToasts(page).getByRole("paragraph")).toHaveCount(1);
      await locateToasts(page)
        .getByRole("button", { name: t("common:toast.dismiss") })
        .click();
      await expect(locateToasts(page)).toBeEmpty();

      await googleLink.press("Enter");
      await page.mouse.move(0, 0);
      await locateToasts(page).getByRole("button").focus();
      await page.clock.runFor(20_000);
      await page.keyboard.press("Escape");
      await expect(locateToasts(page)).toBeEmpty();
      await expect(googleLink).toBeFocused();
    },
  );

  for (const clickPosition of ["start", "center", "end"] as const)
    test(
      `show toasts that never cover the focused field at the ${clickPosition} of a screen with an on-screen keyboard`,
      { tag: "@script" },
      async ({ page, site }) => {
        await page.setViewportSize({ width: 390, height: 500 });
        await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
        await expectHydrated(page);
        const field = page.getByRole("textbox").nth(1);
        await field.focus();
        await field.evaluate((element, scrollPosition) => {
          element.scrollIntoView({ block: scrollPosition, behavior: "instant" });
          for (const toastMessage of ["Eins, zwei, drei. ", "Vier, fünf, sechs. ", "Sieben, acht, neun. "])
            dispatchEvent(new CustomEvent("toast", { detail: toastMessage.repeat(7), cancelable: true }));
        }, clickPosition);
        const visibleToasts = page.locator(".toast:visible");
        await expect(visibleToasts.last()).toContainText("Sieben");
        await expect(async () => {
          await expect(visibleToasts).not.toHaveCount(0);
          for (const toast of await visibleToasts.all()) expect(await areApart(toast, field)).toBe(true);
        }).toPass({ timeout: 10_000 });
      },
    );

  test(
    "remain links, which Ctrl+click or Cmd+click opens in a new tab",
    { tag: "@script" },
    async ({ page, site, context }) => {
      await page.goto(site.url("/en"));
      await expectHydrated(page);
      const pagePromise = context.waitForEvent("page");
      await page.getByRole("link", { name: googleLabel }).click({ modifiers: ["ControlOrMeta"] });
      await expect(
        locateHeading(await pagePromise, t("pages:comingSoon.heading", { provider: "Google" })),
      ).toBeVisible();
      await expect(locateToasts(page)).toBeEmpty();
    },
  );
});

test.describe("product carousel", () => {
  test(
    "shows eight pictures, and can be scrolled by keyboard",
    { tag: "@script" },
    async ({ page, site }) => {
      await page.goto(site.url("/en"));
      const slide = page.getByRole("list", { name: t("landing:slide.label") });
      await expect(slide.getByRole("link")).toHaveCount(products.length);
      await slide.focus();
      await page.keyboard.press("ArrowRight");
      await expect.poll(() => slide.evaluate((listElement) => listElement.scrollLeft)).toBeGreaterThan(0);
      for (const picture of await slide.locator("img").all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
          .toBeGreaterThan(0);
      }
    },
  );

  test(
    "opens a modal dialog with JavaScript, and returns the focus after the dialog closes",
    { tag: "@script" },
    async ({ page, site }) => {
      await page.goto(site.url("/en"));
      await expectHydrated(page);
      const link = page.getByRole("link", { name: /Ombrelune/ });
      const dialog = page.getByRole("dialog", { name: t("products:detail.title", { name: "Ombrelune" }) });
      const pageUrl = page.url();

      const closeActions = {
        button: () => dialog.getByRole("button", { name: t("products:detail.close") }).click(),
        Escape: () => page.keyboard.press("Escape"),
        backdrop: () => page.mouse.click(3, 3),
      };
      for (const [way, close] of Object.entries(closeActions))
        await test.step(way, async () => {
          await link.click();
          await expect(dialog).toBeVisible();
          await expect(dialog.getByRole("heading", { name: t("products:detail.heading") })).toBeVisible();
          expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
          expect(page.url()).toBe(pageUrl);
          await close();
          await expect(page.getByRole("dialog")).toHaveCount(0);
          await expect(link).toBeFocused();
        });

      await link.press("Enter");
      await expectAccessible(page);
      await dialog.getByRole("link", { name: t("products:detail.enter") }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("main")).toBeFocused();
    },
  );

  test("closes the product dialog on the browser's Back button, and leaves the page on the next Back @script", async ({
    page,
    site,
  }) => {
    await page.goto(site.url("/en/membership-interest"));
    await page.goto(site.url("/en"));
    await expectHydrated(page);
    const requestedUrls: string[] = [];
    page.on("request", (request) => {
      if (!request.url().includes("/assets/")) requestedUrls.push(request.url());
    });
    const link = page.getByRole("link", { name: /Ombrelune/ });
    const dialog = page.getByRole("dialog");
    await link.click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(link).toBeFocused();
    await page.goForward();
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    expect(requestedUrls).toEqual([]);
    await link.click();
    await dialog.getByRole("link", { name: t("products:detail.enter") }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(site.url("/en#main"));
    await page.goBack();
    await expect(page).toHaveURL(site.url("/en"));
    await expect(dialog).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(site.url("/en/membership-interest"));
  });

  test("reopens the product dialog after a reload, and the dialog links invited visitors to the form @script", async ({
    page,
    site,
  }) => {
    await page.goto(site.url("/en?rc=WELCOME"));
    await expectHydrated(page);
    const dialog = page.getByRole("dialog");
    await page.getByRole("link", { name: /Ombrelune/ }).click();
    await expect(dialog).toBeVisible();
    await page.reload();
    await expect(dialog).toBeVisible();
    await dialog.getByRole("link", { name: t("products:detail.create") }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: t("registration:email.label") })).toBeInViewport();
    // The landing page without `rc` in its URL takes the invitation from the draft.
    await page.goto(site.url("/en"));
    await expectHydrated(page);
    await page.getByRole("link", { name: /Ombrelune/ }).click();
    await dialog.getByRole("link", { name: t("products:detail.create") }).click();
    await expect(page).toHaveURL(site.url("/en/registration/formstarted"));
  });

  test(
    "remains a list of links that can be opened in a new tab",
    { tag: "@script" },
    async ({ page, site, context }) => {
      await page.goto(site.url("/en"));
      await expectHydrated(page);
      const pagePromise = context.waitForEvent("page");
      await page.getByRole("link", { name: /Halvarden/ }).click({ modifiers: ["ControlOrMeta"] });
      await expect(
        locateHeading(await pagePromise, t("products:detail.title", { name: "Halvarden" })),
      ).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    },
  );
});

test.describe("privacy choices in the footer", () => {
  test("save the choice, keep the visitor on the page and confirm the choice once", async ({
    page,
    site,
    context,
  }) => {
    await page.goto(site.url("/en/membership-interest"));
    const footer = await openConsentChoices(page, t);
    await footer.getByRole("button", { name: t("frame:consent.acceptAll"), exact: true }).click();
    await expect(page).toHaveURL(site.url("/en/membership-interest"));
    const savedNotice = page.getByRole("status").getByText(t("frame:consent.saved"));
    await expect(savedNotice).toBeVisible();
    const cookies = await context.cookies();
    expect(cookies.find(({ name }) => name === "consent")?.value).toBe("a1m1");
    await page.reload();
    await expect(savedNotice).toHaveCount(0);
  });
});
