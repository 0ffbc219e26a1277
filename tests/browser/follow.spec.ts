import type { Page } from "@playwright/test";
import { startAcqSocket, type AcqSocket } from "../integration/live/acq-socket";
import { type TestSite, startVelvetgate, type Velvetgate } from "../support/velvetgate";
import { expect, test as base } from "./fixtures";
import { signIn } from "./members";
import { activateOnPhone } from "./phone";
import {
  expectHydrated,
  expectPageTitle,
  fillRegistration,
  locateHeading,
  createUniqueEmail,
  openForm,
  locateRegistrationForm,
  createVariant,
  type PageVariant,
} from "./registration";

/** A site that receives acq's status messages through a WebSocket server that the test controls. */
const test = base.extend<{ siteWithSocket: { site: Velvetgate; socket: AcqSocket } }>({
  siteWithSocket: async ({}, provide) => {
    const socket = await startAcqSocket();
    const site = await startVelvetgate({ env: { ACQ_SUBSCRIPTION_URL: socket.url } });
    await provide({ site, socket });
    await site.stop();
    await socket.stopListening();
  },
});

const variant = createVariant("fr");
const { t } = variant;

async function register(page: Page, site: TestSite, variant: PageVariant, email: string): Promise<void> {
  await openForm(page, site.url, variant);
  await fillRegistration(page, t, email);
  await locateRegistrationForm(page, t).button.click();
  await page.waitForURL(/formfinished|pendingcomplete/);
}

const locateStatusRegion = (page: Page) => page.getByRole("main").getByRole("status");
const locateStatusHeading = (page: Page) =>
  locateStatusRegion(page).getByRole("heading", { name: t("progress:news.heading") });
const locateLoginLink = (page: Page) =>
  page.getByRole("main").getByRole("link", { name: t("progress:active.login"), exact: true });
const locateStatusButton = (page: Page) => page.getByRole("button", { name: t("progress:check.button") });
const readDraft = async (page: Page) =>
  (await page.context().cookies()).some(({ name }) => name.endsWith("draft"));

test(
  "status button shows the state of the registration, and the draft is deleted once the activation is shown",
  { tag: "@no-script" },
  async ({ page, site }) => {
    const email = createUniqueEmail();
    await register(page, site, variant, email);
    await locateStatusButton(page).click();
    await expect(page).toHaveURL(site.url("/fr/registration/formfinished"));
    await expect(page.getByText(t("progress:check.notYet"))).toBeVisible();

    await activateOnPhone(page, site, t, email);
    await locateStatusButton(page).click();
    await expect(page).toHaveURL(site.url("/fr/registration/formfinished?done=active"));
    await expectPageTitle(page, variant, t("progress:news.title"));
    await expect.poll(() => readDraft(page)).toBe(false);
    await page.reload();
    await expect(locateHeading(page, t("progress:news.heading"))).toBeVisible();
    await locateLoginLink(page).click();
    await expectPageTitle(page, variant, t("account:login.title"));
    await page.goto(site.url("/fr/registration/formfinished"));
    await expect(page).toHaveURL(site.url("/fr"));
  },
);

test.describe("page that waits for the activation of a registration", { tag: "@script" }, () => {
  test("shows only the activation message and the login link after an activation on another device", async ({
    page,
    site,
  }) => {
    const email = createUniqueEmail();
    await register(page, site, variant, email);
    await expectHydrated(page);
    await page.getByRole("button", { name: t("progress:mail.resendButton") }).focus();
    await activateOnPhone(page, site, t, email);

    await expect(locateStatusHeading(page)).toBeInViewport();
    await expect(locateStatusHeading(page)).toBeFocused();
    await expect(page).toHaveTitle(t("common:title.page", { title: t("progress:news.title") }));
    const main = page.getByRole("main");
    await expect(main.getByRole("heading")).toHaveText([t("progress:news.heading")]);
    await expect(main.getByRole("button")).toHaveCount(0);
    await expect(main).not.toContainText(email);
    await expect(main).not.toContainText(t("progress:mail.spam"));
    await expect.poll(() => readDraft(page)).toBe(false);
    await expect(locateLoginLink(page)).toHaveCount(1);
    await page.reload();
    await expect(locateHeading(page, t("progress:news.heading"))).toBeVisible();
    await locateLoginLink(page).click();
    await expectPageTitle(page, variant, t("account:login.title"));
  });

  test("scrolls to the activation message on a phone screen", async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    const email = createUniqueEmail();
    await register(page, site, variant, email);
    await expectHydrated(page);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await activateOnPhone(page, site, t, email);
    await expect(locateStatusHeading(page)).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Tab");
    await expect(locateLoginLink(page)).toBeFocused();
    expect(await isFocusedElementCovered(page)).toBe(false);
  });

  test("shows the activation in every tab, even for an account registered first in another browser", async ({
    page,
    site,
  }) => {
    const email = createUniqueEmail();
    await registerOutsideBrowser(site, email);
    await register(page, site, variant, email);
    await expect(locateHeading(page, t("progress:pending.heading"))).toBeVisible();
    const otherTab = await page.context().newPage();
    await otherTab.goto(page.url());
    await activateOnPhone(page, site, t, email);
    for (const openedPage of [page, otherTab]) await expect(locateStatusHeading(openedPage)).toBeVisible();
  });

  test("shows the activation, while the tab of the activation page keeps its continue link", async ({
    page,
    site,
    context,
  }) => {
    const email = createUniqueEmail();
    await register(page, site, variant, email);
    await expectHydrated(page);
    const [mail] = await site.fetchMailsTo(email);
    const otherTab = await context.newPage();
    await otherTab.goto(mail?.links[0] ?? "");
    const responsePromise = page.waitForResponse((response) => response.request().method() === "POST");
    await otherTab.getByRole("button", { name: t("activation:page.button"), exact: true }).click();
    await expect(locateStatusHeading(page)).toBeVisible();
    await responsePromise;
    await otherTab.reload();
    const continueLink = otherTab.getByRole("link", { name: t("activation:activated.button"), exact: true });
    await expect(continueLink).toHaveAttribute("href", /welcome/);
  });

  test.describe("at an address without a language prefix", () => {
    test.use({ locale: "fr-FR" });

    test("shows the activation on a site with BASE_PATH, and deletes the draft", async ({
      page,
      getSiteWithEnv,
    }) => {
      const site = await getSiteWithEnv({}, "/acquisition");
      const email = createUniqueEmail();
      await register(page, site, createVariant("fr", ""), email);
      await expectHydrated(page);
      await activateOnPhone(page, site, t, email);
      await expect(locateStatusHeading(page)).toBeVisible();
      await expect.poll(() => readDraft(page)).toBe(false);
    });
  });

  test("asks the visitor to use the status button when acq closes the connection", async ({
    page,
    siteWithSocket: { site, socket },
  }) => {
    await register(page, site, variant, createUniqueEmail());
    await expect.poll(() => socket.listFollowedIds().length).toBe(1);
    socket.close(4403);
    const expectedText = t("progress:news.ask", { button: t("progress:check.button") });
    await expect(locateStatusRegion(page)).toHaveText(expectedText);
    await locateStatusButton(page).click();
    await expect(page.getByText(t("progress:check.notYet"))).toBeVisible();
    // The site does not connect to acq again. The page therefore still asks the visitor to use the status button.
    await expect(page.getByText(expectedText)).toBeVisible();
    expect(socket.countConnections()).toBe(1);
  });

  test("stays unchanged when acq disconnects temporarily", async ({
    page,
    siteWithSocket: { site, socket },
  }) => {
    await register(page, site, variant, createUniqueEmail());
    await expect.poll(() => socket.listFollowedIds().length).toBe(1);
    const [registrationId = ""] = socket.listFollowedIds();
    await socket.stopListening();
    await socket.listenAgain();
    await expect.poll(() => socket.countConnections(), { timeout: 15_000 }).toBe(2);
    await expect.poll(() => socket.listFollowedIds()).toEqual([registrationId]);
    await expect(locateStatusRegion(page)).toBeEmpty();
    socket.sendStatus(registrationId, "ACTIVE");
    await expect(locateStatusHeading(page)).toBeVisible();
  });

  test("stops following the registration while its tab is hidden or shows another page", async ({
    page,
    siteWithSocket: { site, socket },
  }) => {
    await register(page, site, variant, createUniqueEmail());
    await expect.poll(() => socket.listFollowedIds().length).toBe(1);
    const [registrationId = ""] = socket.listFollowedIds();
    await setPageVisibility(page, "hidden");
    await expect.poll(() => socket.listFollowedIds().length).toBe(0);
    await setPageVisibility(page, "visible");
    await expect.poll(() => socket.listFollowedIds()).toEqual([registrationId]);

    await page.goto(site.url("/fr/membership-interest"));
    await expect.poll(() => socket.listFollowedIds().length).toBe(0);
    await page.goBack();
    await expect.poll(() => socket.listFollowedIds()).toEqual([registrationId]);
    socket.sendStatus(registrationId, "ACTIVE");
    await expect(locateStatusHeading(page)).toBeVisible();
  });

  test("reconnects after a sign-in in another tab ends its event stream", async ({ page, site, context }) => {
    const email = createUniqueEmail();
    await register(page, site, variant, email);
    await expectHydrated(page);
    const otherTab = await context.newPage();
    await otherTab.goto(site.url("/fr/login"));
    const reconnectRequest = page.waitForRequest(/registration\/events/);
    await signIn(otherTab, t, "member@example.com");
    await reconnectRequest;
    await activateOnPhone(page, site, t, email);
    await expect(locateStatusHeading(page)).toBeVisible();
  });
});

/** Returns true if another element covers the middle of the focused element. */
function isFocusedElementCovered(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const activeElement = document.activeElement;
    if (!activeElement) return false;
    const { left, top, width, height } = activeElement.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) !== activeElement;
  });
}

async function setPageVisibility(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => now });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
}

/** Registers at acq without the browser, like a registration on another site or on an earlier visit. */
async function registerOutsideBrowser(site: TestSite, email: string): Promise<void> {
  const input = {
    registrationCode: "WELCOME",
    email,
    gender: "FEMALE",
    firstName: "Zoë",
    lastName: "Berg",
    country: "DE",
    newsletter: false,
    termsAccepted: true,
    locale: "fr",
  };
  const response = await fetch(`${site.acqUrl}/graphql`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": email },
    body: JSON.stringify({
      operationName: "submitRegistration",
      query:
        "mutation submitRegistration($input: RegistrationInput!) { submitRegistration(input: $input) { status } }",
      variables: { input },
    }),
  });
  expect(await response.json()).toEqual({ data: { submitRegistration: { status: "CREATED" } } });
}
