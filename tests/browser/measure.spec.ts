import type { Page } from "@playwright/test";
import type { Velvetgate } from "../support/velvetgate";
import {
  chooseConsent,
  chooseInUsercentrics,
  collectDataLayerEntries,
  createConsentCommand,
  consentScriptPattern,
  expectConsentReady,
  serveUsercentrics,
  setConsentCookie,
} from "./measured-visit";
import { expect, test as base } from "./fixtures";
import {
  enterEmail,
  fillSecondStep,
  enterCode,
  expectHydrated,
  fillRegistration,
  locateHeading,
  createUniqueEmail,
  openForm,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const germanVariant = createVariant("de");
const { t } = germanVariant;
const welcomeEvent = { event: "landing_welcome_registration" };
const codeEvent = { event: "entering_code_registration" };

/** A site with a tag manager. */
const test = base.extend<{ siteWithTagManager: Velvetgate }>({
  siteWithTagManager: async ({ getSiteWithEnv }, provide) =>
    provide(
      await getSiteWithEnv({ GTM_CONTAINER_ID: "GTM-ABC123", CSP_SCRIPT_HOSTS: "www.googletagmanager.com" }),
    ),
});

const documentedCookies = ["draft", "sid", "consent", "tz", "lang", "locale"];

for (const consentChoice of [undefined, "a0m0"] as const)
  test(`visit to the forms sends and stores no tracking data (consent choice: ${consentChoice ?? "missing"})`, async ({
    page,
    siteWithTagManager,
  }) => {
    if (consentChoice) await setConsentCookie(page, siteWithTagManager.origin, consentChoice);
    const otherRequests = collectRequestsToOtherOrigins(page, siteWithTagManager.origin);
    const expectNoTrace = async () => {
      await expectConsentReady(page);
      expect(otherRequests).toEqual([]);
      const storedKeys = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)]);
      // Without consent, web storage may contain only the code
      // (docs/product/cookies-and-events.md#cookies-and-storage).
      expect(storedKeys).toEqual([storedKeys[0]?.filter((name) => name === "rc"), []]);
      const cookieNames = (await page.context().cookies()).map(({ name }) => name);
      expect(cookieNames.filter((name) => !documentedCookies.includes(name))).toEqual([]);
      expect(await page.evaluate(() => "dataLayer" in window)).toBe(false);
    };

    await page.goto(siteWithTagManager.url("/de"));
    await expectNoTrace();
    await openForm(page, siteWithTagManager.url, germanVariant);
    await expectNoTrace();
    await fillRegistration(page, t, createUniqueEmail());
    await locateRegistrationForm(page, t).button.click();
    await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
    await expectNoTrace();
    await page.goto(
      siteWithTagManager.url("/de/registration/activateaccount?accountActivationId=nobody-has-this"),
    );
    await expectHydrated(page);
    await page.getByRole("button", { name: t("activation:page.button") }).click();
    await expectNoTrace();
  });

test.describe("event queue on one page", () => {
  test("sends waiting events in order after consent, and no events after consent is withdrawn", async ({
    page,
    site,
  }) => {
    await page.goto(site.url("/de"));
    await expectConsentReady(page);
    await typeCode(page);
    expect(await readDataLayer(page)).toBeUndefined();
    await chooseConsent(page, { analytics: true, marketing: false });
    expect(await readDataLayer(page)).toEqual([welcomeEvent, codeEvent]);
    await chooseConsent(page, { analytics: false, marketing: false });
    await chooseConsent(page, { analytics: true, marketing: true });
    expect(await readDataLayer(page)).toEqual([welcomeEvent, codeEvent]);
  });

  test("drops waiting events after refused consent, and sends new events after later consent", async ({
    page,
    site,
  }) => {
    await page.goto(site.url("/de"));
    await expectConsentReady(page);
    await chooseConsent(page, { analytics: false, marketing: true });
    expect(await readDataLayer(page)).toBeUndefined();
    await chooseConsent(page, { analytics: true, marketing: true });
    expect(await readDataLayer(page)).toBeUndefined();
    await typeCode(page);
    expect(await readDataLayer(page)).toEqual([codeEvent]);
  });

  test("sends only events that follow the consent if the visitor refused consent on an earlier page", async ({
    page,
    site,
  }) => {
    await setConsentCookie(page, site.origin, "a0m0");
    await page.goto(site.url("/de"));
    await expectConsentReady(page);
    await chooseConsent(page, { analytics: true, marketing: false });
    expect(await readDataLayer(page)).toBeUndefined();
    await typeCode(page);
    expect(await readDataLayer(page)).toEqual([codeEvent]);
  });
});

test.describe("consent script", () => {
  test("has a URL that changes each hour", async ({ page, site }) => {
    const requestPromise = page.waitForRequest(/cmp_min/);
    await page.goto(site.url("/de"));
    const currentHour = Math.floor(Date.now() / 3_600_000);
    expect(
      [currentHour, currentHour - 1].map((v) => site.url(`/entrance/cmp/js/cmp_min.js?v=${v}`)),
    ).toContain((await requestPromise).url());
  });

  for (const [problem, serve] of [
    [
      "is blocked",
      (page: Page) => page.route(consentScriptPattern, (route) => route.abort("blockedbyclient")),
    ],
    ["is broken", (page: Page) => serveScript(page, consentScriptPattern, `throw new Error("not ours");`)],
    ["is empty", (page: Page) => serveScript(page, consentScriptPattern, "")],
    ["never comes", (page: Page) => page.route(consentScriptPattern, () => undefined)],
  ] as const)
    test(`that ${problem} does not break the page, and no event is sent`, async ({
      page,
      site,
      allowPageError,
    }) => {
      allowPageError(/ERR_BLOCKED_BY_CLIENT|not ours/);
      await setConsentCookie(page, site.origin, "a1m1");
      await serve(page);
      const requestPromise = page.waitForRequest(/cmp_min/);
      await openForm(page, site.url, germanVariant);
      await requestPromise;
      await expectHydrated(page);
      await fillRegistration(page, t, createUniqueEmail());
      expect(await readDataLayer(page)).toBeUndefined();
      await locateRegistrationForm(page, t).button.click();
      await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
    });

  test("can come from a third-party service, and a choice in that service applies at once", async ({
    page,
    site,
  }) => {
    await serveUsercentrics(page);
    await page.goto(site.url("/de"));
    await page.waitForResponse(/assets\/usercentrics-/);
    expect(await readDataLayer(page)).toBeUndefined();
    await chooseInUsercentrics(page, ["essential", "marketing"]);
    await chooseInUsercentrics(page, ["essential", "functional"]);
    // Only the event after the second consent choice is pushed. The first choice did not include analytics, so earlier
    // events were dropped.
    await typeCode(page);
    await expect.poll(() => readDataLayer(page)).toEqual([codeEvent]);
  });

  test("can come from a third-party service, and consent in that service on an earlier visit applies", async ({
    page,
    site,
  }) => {
    await serveUsercentrics(page, `accept(["essential", "functional"]);`);
    await page.goto(site.url("/de"));
    await expect.poll(() => readDataLayer(page)).toEqual([welcomeEvent]);
  });
});

test.describe("tag manager", () => {
  const tagManagerPattern = "https://www.googletagmanager.com/**";

  for (const [description, path] of [
    ["shared", "/de"],
    ["personalized", "/de/login"],
  ] as const)
    test(`loads after consent on a ${description} page, and receives every choice`, async ({
      page,
      siteWithTagManager,
    }) => {
      await serveScript(page, tagManagerPattern, `window.tagsCameTo = location.pathname;`);
      const otherRequests = collectRequestsToOtherOrigins(page, siteWithTagManager.origin);
      await page.goto(siteWithTagManager.url(path));
      await expectConsentReady(page);
      expect(otherRequests).toEqual([]);
      await chooseConsent(page, { analytics: true, marketing: false });
      await page.waitForFunction((pathname) => Reflect.get(window, "tagsCameTo") === pathname, path);
      await chooseConsent(page, { analytics: true, marketing: true });
      expect(otherRequests).toEqual(["https://www.googletagmanager.com/gtm.js?id=GTM-ABC123"]);
      const [firstCommand, start, ...otherEntries] = (await readDataLayer(page)) ?? [];
      expect(firstCommand).toEqual(createConsentCommand("default", "granted", "denied"));
      expect(start).toMatchObject({ event: "gtm.js" });
      expect(otherEntries).toEqual([
        ...(path === "/de" ? [welcomeEvent] : []),
        createConsentCommand("update", "granted", "granted"),
      ]);
      expect(await page.evaluate(() => String(window.dataLayer?.[0]))).toBe("[object Arguments]");
    });

  test("loads if the visitor consents to marketing but not to analytics, and then receives no event", async ({
    page,
    siteWithTagManager,
  }) => {
    await setConsentCookie(page, siteWithTagManager.origin, "a0m1");
    await serveScript(page, tagManagerPattern, "");
    const requestPromise = page.waitForRequest(/gtm\.js/);
    await page.goto(siteWithTagManager.url("/de"));
    await requestPromise;
    const [firstCommand, start, ...otherEntries] = (await readDataLayer(page)) ?? [];
    expect(firstCommand).toEqual(createConsentCommand("default", "denied", "granted"));
    expect([start, otherEntries]).toMatchObject([{ event: "gtm.js" }, []]);
  });

  test("does not load at a URL with a code, and the next page sends the events", async ({
    page,
    siteWithTagManager,
  }) => {
    await setConsentCookie(page, siteWithTagManager.origin, "a1m1");
    await serveScript(page, tagManagerPattern, `window.tagsSaw = document.referrer;`);
    const pushedEntries = await collectDataLayerEntries(page);
    const otherRequests = collectRequestsToOtherOrigins(page, siteWithTagManager.origin);
    await page.goto(siteWithTagManager.url("/de/social?rc=WELCOME"));
    await expectConsentReady(page);
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem("events-to-tell")))
      .toContain("landing_registration");
    expect([otherRequests, pushedEntries]).toEqual([[], []]);

    const email = createUniqueEmail();
    await enterEmail(page, t, email);
    await fillSecondStep(page, t);
    await locateRegistrationForm(page, t).button.click();
    await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
    await page.waitForFunction(() => Reflect.has(window, "tagsSaw"));
    expect(await page.evaluate(() => Reflect.get(window, "tagsSaw") as unknown)).toBe(
      siteWithTagManager.url("/de/registration/formstarted?step=2"),
    );
    const eventNames = pushedEntries.map((entry) => entry["event"]).filter(Boolean);
    expect(eventNames[0]).toBe("gtm.js");
    expect(eventNames[1]).toBe("landing_registration");
    expect(eventNames.slice(-2)).toEqual(["successful_user_registration", "subscribe_newsletter"]);
  });

  test("does not load at a damaged split link, and the referrer on the next page omits the link's token", async ({
    page,
    siteWithTagManager,
    allowPageError,
  }) => {
    allowPageError(/404 \(Not Found\)/);
    await setConsentCookie(page, siteWithTagManager.origin, "a1m1");
    await serveScript(page, tagManagerPattern, `window.tagsSaw = document.referrer;`);
    const otherRequests = collectRequestsToOtherOrigins(page, siteWithTagManager.origin);
    await page.goto(siteWithTagManager.url("/de/s/eyJ0IjpbWzEsIldFTENPTUUiXV19~damaged"));
    await expectConsentReady(page);
    expect(otherRequests).toEqual([]);
    await page.getByRole("link", { name: t("common:backToStart") }).click();
    await page.waitForFunction(() => Reflect.has(window, "tagsSaw"));
    expect(await page.evaluate(() => Reflect.get(window, "tagsSaw") as unknown)).toBe(
      siteWithTagManager.url("/de/s/"),
    );
  });

  test("never loads on the activation page", async ({ page, siteWithTagManager }) => {
    await setConsentCookie(page, siteWithTagManager.origin, "a1m1");
    const otherRequests = collectRequestsToOtherOrigins(page, siteWithTagManager.origin);
    await page.goto(
      siteWithTagManager.url("/de/registration/activateaccount?accountActivationId=nobody-has-this"),
    );
    await expect.poll(() => page.evaluate(() => sessionStorage.length), { timeout: 20_000 }).toBe(1);
    expect(otherRequests).toEqual([]);
    expect(await page.evaluate(() => [...document.scripts].map(({ src }) => src).filter(Boolean))).toEqual(
      [],
    );
  });

  for (const [problem, serve] of [
    ["is blocked", (page: Page) => page.route(tagManagerPattern, (route) => route.abort("blockedbyclient"))],
    ["never comes", (page: Page) => page.route(tagManagerPattern, () => undefined)],
    [
      "throws",
      (page: Page) =>
        serveScript(
          page,
          tagManagerPattern,
          `dataLayer.push = () => { throw new Error("not ours"); }; throw new Error("not ours");`,
        ),
    ],
  ] as const)
    test(`that ${problem} does not break the page`, async ({ page, siteWithTagManager, allowPageError }) => {
      allowPageError(/ERR_BLOCKED_BY_CLIENT|Error: not ours/);
      await setConsentCookie(page, siteWithTagManager.origin, "a1m1");
      await serve(page);
      const requestPromise = page.waitForRequest(/gtm\.js/);
      await page.goto(siteWithTagManager.url("/de"));
      await requestPromise;
      await expect.poll(() => readDataLayer(page)).toContainEqual(welcomeEvent);
      await enterCode(page, t, "WELCOME");
      await expect(locateRegistrationForm(page, t).button).toBeVisible();
    });
});

test("analytics events and the document data that tags can read contain no personal data", async ({
  page,
  siteWithTagManager,
}) => {
  const email = `canary-${createUniqueEmail()}`;
  const personalTexts = [
    email,
    email.replace("@", "%40"),
    "Kanarienvogel",
    "Gelbschnabel",
    "WELCOME",
    "Anna",
    "nobody-has-this",
  ];
  await setConsentCookie(page, siteWithTagManager.origin, "a1m1");
  await serveScript(page, "https://www.googletagmanager.com/**", "");
  const pushedEntries = await collectDataLayerEntries(page);
  const documentEvents: string[] = [];
  page.on("response", async (response) => {
    if (response.request().resourceType() !== "document" || response.status() >= 300) return;
    const [, events = ""] = /"analytics":(\{.*?\}),"elements":/.exec(await response.text()) ?? [];
    documentEvents.push(events);
  });

  await page.goto(siteWithTagManager.url("/de/kanarienvogel?rc=WELCOME"));
  await expectConsentReady(page);
  const form = locateRegistrationForm(page, t);
  await enterEmail(page, t, email);
  await form.woman.check();
  await form.firstname.fill("Kanarienvogel");
  await form.lastname.fill("Gelbschnabel");
  await form.newsletter.check();
  await form.terms.check();
  await expectConsentReady(page);
  await form.button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  await expectConsentReady(page);
  await page.goto(siteWithTagManager.url("/de/membership-interest/apply"));
  await page.getByLabel(t("interest:apply.emailLabel"), { exact: true }).fill(email);
  await page
    .getByRole("main")
    .getByRole("button", { name: t("interest:apply.button") })
    .click();
  await expectConsentReady(page);
  await page.goto(
    siteWithTagManager.url("/de/registration/activateaccount?accountActivationId=nobody-has-this"),
  );
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
  await page.getByRole("button", { name: t("activation:page.button") }).click();
  await expect(page).toHaveURL(/activateaccountError/);
  await expectConsentReady(page);

  const eventNames = pushedEntries.map((entry) => entry["event"]);
  expect(eventNames).toEqual(
    expect.arrayContaining(["landing_registration", "successful_user_registration", "submit_email"]),
  );
  expect(eventNames).toContain("landing_activate_account_registration");
  expect(documentEvents.join()).toContain("successful_user_registration");
  const allDataText = JSON.stringify([pushedEntries, documentEvents]).toLowerCase();
  for (const personalText of personalTexts) expect(allDataText).not.toContain(personalText.toLowerCase());
});

async function serveScript(page: Page, url: string, body: string): Promise<void> {
  await page.route(url, (route) => route.fulfill({ contentType: "text/javascript", body }));
}

async function typeCode(page: Page): Promise<void> {
  await page.getByLabel(t("landing:code.label"), { exact: true }).pressSequentially("EX");
}

/** Returns the content of `window.dataLayer`, or undefined if it does not exist. */
function readDataLayer(page: Page): Promise<unknown[] | undefined> {
  return page.evaluate(() => window.dataLayer && (JSON.parse(JSON.stringify(window.dataLayer)) as unknown[]));
}

/** Returns a list to which each request to another origin is added. */
function collectRequestsToOtherOrigins(page: Page, origin: string): string[] {
  const urls: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`)) urls.push(request.url());
  });
  return urls;
}
