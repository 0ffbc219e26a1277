import type { Locator, Page } from "@playwright/test";
import {
  locateConsentBanner,
  expectConsentBanner,
  holdConsentScript,
  readBrowserStorage,
  listenForConsent,
  openConsentChoices,
} from "./consent-service";
import { readStoredEventNames } from "./measured-visit";
import { areApart, expect, expectAccessible, test } from "./fixtures";
import {
  browserLocales,
  expectFieldError,
  expectHydrated,
  createVariant,
  locateRegistrationForm,
} from "./registration";

const { t } = createVariant("de");
const landingPath = "/de/spring-sale?utm_source=mail";

test.use({ isAnalyticsTest: true });

test.describe("privacy bar before a choice", () => {
  test("opens without a request, stores nothing except waiting events, and does not move, cover or focus content", async ({
    page,
    site,
  }) => {
    const readConsentEvents = await listenForConsent(page);
    const releaseScript = await holdConsentScript(page);
    await page.goto(site.url(landingPath));
    await expectHydrated(page);
    const codeField = page.getByLabel(t("landing:code.label"), { exact: true });
    await codeField.fill("WEL");
    await expect
      .poll(async () => Object.keys((await readBrowserStorage(page)).cookies).sort())
      .toEqual(["locale", "tz"]);
    await expect
      .poll(() => readStoredEventNames(page))
      .toEqual(["landing_welcome_registration", "entering_code_registration"]);
    const storageBefore = await readBrowserStorage(page);
    expect(storageBefore.local).toEqual({});
    expect(Object.keys(storageBefore.session)).toEqual(["events-to-tell"]);
    const boxBefore = await codeField.boundingBox();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));

    releaseScript();
    await expectConsentBanner(page);
    const banner = locateConsentBanner(page, t);
    await expect(banner).toBeInViewport({ ratio: 1 });
    await expect(banner.getByText(t("frame:consent.body"))).toBeVisible();
    await expect(page.getByRole("status").getByText(t("frame:consent.body"))).toHaveCount(1);
    await expect(codeField).toBeFocused();
    expect(await codeField.boundingBox()).toEqual(boxBefore);
    expect(await readBrowserStorage(page)).toEqual(storageBefore);
    expect(requests).toEqual([]);
    expect(await readConsentEvents()).toEqual([["consent-ready", { analytics: false, marketing: false }]]);
    await expect(banner.getByRole("checkbox")).toHaveCount(0);
    await banner.getByText(t("frame:consent.choose")).click();
    for (const checkbox of await banner.getByRole("checkbox").all()) await expect(checkbox).not.toBeChecked();

    await page.getByRole("contentinfo").getByText("©").scrollIntoViewIfNeeded();
    await page.evaluate(() => {
      scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    });
    const [lowest, bannerBox] = await Promise.all([
      page.getByRole("contentinfo").boundingBox(),
      banner.boundingBox(),
    ]);
    expect((lowest?.y ?? 0) + (lowest?.height ?? 0)).toBeLessThanOrEqual((bannerBox?.y ?? 0) + 1);
  });

  test("leaves the error of a redisplayed form visible", async ({ page, site, allowPageError }) => {
    allowPageError(/status of 422/);
    await page.setViewportSize({ width: 360, height: 640 });
    const releaseScript = await holdConsentScript(page);
    await page.goto(site.url(landingPath));
    await page.getByLabel(t("landing:code.label"), { exact: true }).fill("NO-SUCH-CODE");
    await page.keyboard.press("Enter");
    await expectFieldError(page, t("landing:code.label"), t("landing:code.invalid"));
    releaseScript();
    await expectConsentBanner(page);
    const codeError = page.getByText(t("landing:code.invalid"));
    const [message, bannerBox] = await Promise.all([
      codeError.boundingBox(),
      locateConsentBanner(page, t).boundingBox(),
    ]);
    expect(message?.y).toBeGreaterThanOrEqual(0);
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(bannerBox?.y ?? 0);
  });

  for (const [choice, text, detail] of [
    ["frame:consent.rejectAll", "a0m0", { analytics: false, marketing: false }],
    ["frame:consent.acceptAll", "a1m1", { analytics: true, marketing: true }],
    ["frame:consent.save", "a1m0", { analytics: true, marketing: false }],
  ] as const)
    test(`saves the choice without leaving the page: ${t(choice)}`, async ({ page, site }) => {
      const readEvents = await listenForConsent(page);
      const releaseScript = await holdConsentScript(page);
      await page.goto(site.url(landingPath));
      const codeField = page.getByLabel(t("landing:code.label"), { exact: true });
      await codeField.fill("WEL");
      await expectHydrated(page);
      await expect.poll(async () => (await readBrowserStorage(page)).cookies).toHaveProperty("tz");
      const { cookies } = await readBrowserStorage(page);
      releaseScript();
      await expectConsentBanner(page);
      const banner = locateConsentBanner(page, t);
      if (choice === "frame:consent.save") {
        await banner.getByText(t("frame:consent.choose")).click();
        await banner.getByRole("checkbox", { name: t("frame:consent.analytics") }).check();
      }
      await codeField.focus();
      await banner.getByRole("button", { name: t(choice), exact: true }).click();

      await expect(banner).toHaveCount(0);
      const toast = page.locator(".toast", { hasText: t("frame:consent.saved") });
      await expect(toast.getByRole("button", { name: t("common:toast.dismiss") })).toBeVisible();
      await expect(codeField).toHaveValue("WEL");
      await expect(codeField).toBeFocused();
      await expectFieldUncovered(page, codeField, toast);
      await expect(page).toHaveURL(site.url(landingPath));
      const storageAfter = await readBrowserStorage(page);
      expect(storageAfter.cookies).toEqual({ ...cookies, consent: text });
      expect(storageAfter.session).toEqual({});
      expect(Object.keys(storageAfter.local)).toEqual(["consent-record"]);
      const consentRecord: unknown = JSON.parse(storageAfter.local["consent-record"] ?? "");
      expect(consentRecord).toEqual({
        time: expect.stringMatching(/^20\d\d-.*Z$/),
        ...detail,
        locale: "de",
        words: expect.stringContaining(t("frame:consent.body")),
      });
      expect(await readEvents()).toEqual([
        ["consent-ready", { analytics: false, marketing: false }],
        ["consent-changed", detail],
      ]);

      await page.reload();
      await expectHydrated(page);
      await expectConsentBanner(page);
      expect(await readEvents()).toEqual([["consent-ready", detail]]);
      expect(await page.evaluate(() => "consentChoice" in window && window.consentChoice)).toEqual({
        ready: true,
        ...detail,
      });
      await expect(banner).toHaveCount(0);
    });

  test("comes early in the tab order, ignores Escape and returns the focus when closed", async ({
    page,
    site,
  }) => {
    await page.goto(site.url("/de"));
    await expectConsentBanner(page);
    const banner = locateConsentBanner(page, t);
    await expect(banner).toBeVisible();
    await page.keyboard.press("Tab");
    const skipLink = page.getByRole("link", { name: t("frame:skipLink") });
    await expect(skipLink).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(banner.locator("summary")).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(banner.getByRole("checkbox", { name: t("frame:consent.analytics") })).toBeFocused();
    await page.keyboard.press("Escape");
    expect((await readBrowserStorage(page)).cookies["consent"]).toBeUndefined();
    for (const name of [
      "consent.marketing",
      "footer.privacy",
      "consent.save",
      "consent.rejectAll",
    ] as const) {
      await page.keyboard.press("Tab");
      await expect(banner.locator(":focus")).toHaveAccessibleName(t(`frame:${name}`));
      await expect(banner.locator(":focus")).toBeInViewport({ ratio: 1 });
    }
    await page.keyboard.press("Enter");
    await expect(banner).toHaveCount(0);
    await expect(skipLink).toBeFocused();
    expect((await readBrowserStorage(page)).cookies["consent"]).toBe("a0m0");
  });

  test("never covers the focused element on a phone screen", async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(site.url("/de/membership-interest"));
    await expectHydrated(page);
    await expectConsentBanner(page);
    await expect(locateConsentBanner(page, t)).toBeVisible();
    const tabStopCount = await page.locator(":is(a, button, summary, input):visible").count();
    expect(tabStopCount).toBeGreaterThan(20);
    for (let tabStop = 0; tabStop < tabStopCount; tabStop += 1) {
      await page.keyboard.press("Tab");
      expect(await isFocusUnderBanner(), `stop ${tabStop}`).toBe(false);
    }

    function isFocusUnderBanner() {
      return page.evaluate(() => {
        const activeElement = document.activeElement;
        const banner = document.querySelector(".consent");
        if (!activeElement || !banner || banner.contains(activeElement)) return false;
        const { top, bottom } = activeElement.getBoundingClientRect();
        return (top + bottom) / 2 > banner.getBoundingClientRect().top;
      });
    }
  });

  test("opens only once if its script loads twice, and closes when the footer's privacy form opens", async ({
    page,
    site,
  }) => {
    const readEvents = await listenForConsent(page);
    await page.goto(site.url("/de/login"));
    await expectConsentBanner(page);
    await page.addScriptTag({ url: site.url("/entrance/cmp/js/cmp_min.js?2") });
    await expect(locateConsentBanner(page, t)).toHaveCount(1);
    expect(await readEvents()).toHaveLength(1);
    await openConsentChoices(page, t);
    await expect(locateConsentBanner(page, t)).toHaveCount(0);
  });

  test("does not open if the browser sends Global Privacy Control", async ({ page, site }) => {
    const readEvents = await listenForConsent(page);
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "globalPrivacyControl", { value: true });
    });
    await page.goto(site.url("/de"));
    await expectConsentBanner(page);
    await expect.poll(readEvents).toEqual([["consent-ready", { analytics: false, marketing: false }]]);
    await expect(locateConsentBanner(page, t)).toHaveCount(0);
    const footer = await openConsentChoices(page, t);
    await footer.getByRole("button", { name: t("frame:consent.acceptAll") }).click();
    await expect.poll(async () => (await readBrowserStorage(page)).cookies["consent"]).toBe("a1m1");
  });

  test("confirms the choice in a toast that moves away from the form's button", async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
    await expectHydrated(page);
    await expectConsentBanner(page);
    await locateConsentBanner(page, t)
      .getByRole("button", { name: t("frame:consent.rejectAll") })
      .click();
    const toast = page.locator(".toast", { hasText: t("frame:consent.saved") });
    const { button } = locateRegistrationForm(page, t);
    await button.evaluate((element) =>
      scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 24),
    );
    await page.getByRole("checkbox").last().focus();
    await expect.poll(async () => (await toast.boundingBox())?.y).toBeLessThan(320);
    await button.click();
    await expect(page.getByRole("alert")).toBeVisible();
  });

  for (const locale of browserLocales)
    test(`${locale}: fits its texts on the smallest screen, with equally large accept and reject buttons`, async ({
      page,
      site,
    }) => {
      const { t } = createVariant(locale);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(site.url(`/${locale}`));
      await expectHydrated(page);
      await expectConsentBanner(page);
      const banner = locateConsentBanner(page, t);
      await expect(banner).toBeVisible();
      const [no, yes] = await Promise.all(
        (["rejectAll", "acceptAll"] as const).map((name) =>
          banner.getByRole("button", { name: t(`frame:consent.${name}`), exact: true }).boundingBox(),
        ),
      );
      expect([no?.width, no?.height]).toEqual([yes?.width, yes?.height]);
      expect((yes?.y ?? 0) + (yes?.height ?? 0)).toBeLessThanOrEqual(640);
      expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(160);
      await expectAccessible(page);
      await banner.getByText(t("frame:consent.choose")).click();
      const overflowWidth = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll(".consent, .consent :is(p, label, button)")]
          .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
          .map(({ className }) => className),
      );
      expect(overflowWidth).toEqual([]);
      await expectAccessible(page);
    });
});

test.describe("privacy choice", () => {
  test("can be withdrawn in the footer with a button that rejects all purposes", async ({
    page,
    site,
    context,
  }) => {
    await context.addCookies([{ name: "consent", value: "a1m1", url: site.url("/") }]);
    const readEvents = await listenForConsent(page);
    await page.goto(site.url("/de/login"));
    await expectHydrated(page);
    await expectConsentBanner(page);
    const footer = await openConsentChoices(page, t);
    for (const checkbox of await footer.getByRole("checkbox").all()) await expect(checkbox).toBeChecked();
    await footer.getByRole("button", { name: t("frame:consent.rejectAll") }).click();
    await expect(page.getByRole("status").getByText(t("frame:consent.saved"))).toBeVisible();
    for (const checkbox of await footer.getByRole("checkbox").all()) await expect(checkbox).not.toBeChecked();
    expect((await readBrowserStorage(page)).cookies["consent"]).toBe("a0m0");
    expect(await readEvents()).toEqual([
      ["consent-ready", { analytics: true, marketing: true }],
      ["consent-changed", { analytics: false, marketing: false }],
    ]);
    await expectAccessible(page);
  });

  test("applies to every open tab of the site", async ({ page, site, context }) => {
    const otherTab = await context.newPage();
    const readEvents = await listenForConsent(otherTab);
    for (const tab of [otherTab, page]) {
      await tab.goto(site.url("/de"));
      await expectConsentBanner(tab);
      await expect(locateConsentBanner(tab, t)).toBeVisible();
    }
    await locateConsentBanner(page, t)
      .getByRole("button", { name: t("frame:consent.acceptAll") })
      .click();
    await expect(locateConsentBanner(otherTab, t)).toHaveCount(0);
    expect(await readEvents()).toEqual([
      ["consent-ready", { analytics: false, marketing: false }],
      ["consent-changed", { analytics: true, marketing: true }],
    ]);
  });
});

test("privacy bar stays open and shows a message if the browser cannot store the choice", async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, "cookie", { get: () => "", set: () => undefined });
    Storage.prototype.setItem = () => {
      throw new Error("no room");
    };
  });
  await page.goto(site.url("/de/login"));
  await expectConsentBanner(page);
  await locateConsentBanner(page, t)
    .getByRole("button", { name: t("frame:consent.rejectAll") })
    .click();
  await expect(page.locator(".toast")).toContainText(t("pages:choice.notKept.body"));
  await expect(locateConsentBanner(page, t)).toHaveCount(0);
  await expect(page).toHaveURL(site.url("/de/login"));
});

test("privacy choice is saved in its cookie even if local storage is full", async ({ page, site }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new Error("no room");
    };
  });
  await page.goto(site.url("/de/login"));
  await expectConsentBanner(page);
  await locateConsentBanner(page, t)
    .getByRole("button", { name: t("frame:consent.acceptAll") })
    .click();
  await expect(locateConsentBanner(page, t)).toHaveCount(0);
  expect(await readBrowserStorage(page)).toMatchObject({ cookies: { consent: "a1m1" }, local: {} });
});

test("privacy choice is stored in the same cookie by script and server, also under a base path", async ({
  page,
  context,
  getSiteWithEnv,
  allowPageError,
}) => {
  allowPageError(/ERR_FAILED/);
  const siteBelowPath = await getSiteWithEnv({}, "/acquisition");
  const readConsentCookie = async () => {
    const cookie = (await context.cookies(siteBelowPath.url("/"))).find(({ name }) => name === "consent");
    return cookie && { ...cookie, expires: Math.round(cookie.expires / 600) };
  };
  await page.route(/cmp_min/, (route) => route.abort());
  await page.goto(siteBelowPath.url("/de/membership-interest"));
  const footer = await openConsentChoices(page, t);
  await footer.getByRole("button", { name: t("frame:consent.acceptAll") }).click();
  await expect(page.locator(".flash")).toBeVisible();
  const serverCookie = await readConsentCookie();
  expect(serverCookie).toMatchObject({ path: "/acquisition", value: "a1m1" });
  await context.clearCookies();
  await page.unroute(/cmp_min/);
  await page.goto(siteBelowPath.url("/de/login"));
  await expectConsentBanner(page);
  await locateConsentBanner(page, t)
    .getByRole("button", { name: t("frame:consent.acceptAll") })
    .click();
  await expect.poll(readConsentCookie).toEqual(serverCookie);
});

/** Expects the toast not to cover the field, even if the field is at the edge where toasts appear. */
async function expectFieldUncovered(page: Page, field: Locator, toast: Locator): Promise<void> {
  const viewportHeight = await field.evaluate(
    (element) => Math.ceil(element.getBoundingClientRect().bottom) + 8,
  );
  await page.setViewportSize({ width: 1280, height: viewportHeight });
  await expect.poll(() => areApart(toast, field)).toBe(true);
}
