import type { Page } from "@playwright/test";
import { requiredBrowserFeatures } from "~/browser/hydration/required-features";
import { freePort } from "../support/free-port";
import { atDomContentLoaded, documentChanges, readPage } from "./changed-documents";
import { expect, test } from "./fixtures";
import {
  expectHydrationSettled,
  expectHydrated,
  holdEntryScript,
  openForm,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const variant = createVariant("de");
const { t } = variant;
const passwordManager = "an element first in each form and after each field (password managers)";

/** Runs in the page. When the test sets `window.isBroken`, the form's component throws on its next rendering. */
function breakForm(): void {
  const { flatMap } = Array.prototype;
  Object.assign(Array.prototype, {
    flatMap(this: { name?: unknown }[], ...parameters: never) {
      if (Reflect.get(window, "isBroken") && this[0]?.name === "firstname")
        throw new Error("broken as planned");
      return Reflect.apply(flatMap, this, parameters);
    },
  });
}

test.beforeEach(({ allowPageError }) =>
  allowPageError(/broken as planned|NotFoundError|HydrationError|Minified React error|422 \(Unprocessable/),
);

test.describe("page with failing scripts", () => {
  test("stays unchanged when a component throws an error during hydration", async ({ page, site }) => {
    await page.addInitScript(breakForm);
    await page.addInitScript(() => Object.assign(window, { isBroken: true }));
    const release = await holdEntryScript(page);
    await openForm(page, site.url, variant);
    await locateRegistrationForm(page, t).firstname.focus();
    await page.keyboard.type("Zoë");
    const pageBefore = await page.evaluate(readPage);
    release();
    await expect(page.locator("html")).toHaveAttribute("data-plain");
    expect(await page.evaluate(readPage)).toEqual(pageBefore);
    await expectFormWorks(page);
  });

  test("stays unchanged when a component throws an error after hydration", async ({ page, site }) => {
    await page.addInitScript(breakForm);
    await openForm(page, site.url, variant);
    await expectHydrated(page);
    const { firstname, email, country, terms } = locateRegistrationForm(page, t);
    await country.selectOption("SE");
    await terms.check();
    await email.fill("anna@");
    await firstname.focus();
    await page.keyboard.type("Zoë");
    await expect(page.getByText(t("registration:email.invalid"))).toBeVisible();
    const pageBefore = await page.evaluate(readPage);
    await page.evaluate(() => Object.assign(window, { isBroken: true }));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await email.evaluate((field: HTMLInputElement) => {
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    await expect(page.locator("html")).toHaveAttribute("data-plain");
    expect(await page.evaluate(readPage)).toEqual(pageBefore);
    await expect(terms).toBeChecked();
    await expectFormWorks(page);
  });

  test("stays unchanged and is not hydrated if a browser extension changed a text during parsing", async ({
    page,
    site,
  }) => {
    await page.route("**/formstarted*", async (route) => {
      const response = await route.fetch();
      const label = t("registration:firstname.label");
      await route.fulfill({ response, body: (await response.text()).replace(`>${label}<`, `>${label}!<`) });
    });
    const release = await holdEntryScript(page);
    await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
    await page.locator("[name=firstname]").focus();
    await page.keyboard.type("Zoë");
    const pageBefore = await page.evaluate(readPage);
    release();
    await expect(page.locator("html")).toHaveAttribute("data-plain");
    expect(await page.evaluate(readPage)).toEqual(pageBefore);
    await expectFormWorks(page);
  });
});

test("page that was not hydrated keeps the form and its input when the form is submitted offline", async ({
  page,
  site,
  context,
}) => {
  await page.addInitScript({ content: atDomContentLoaded(documentChanges[passwordManager]) });
  await openForm(page, site.url, variant);
  await locateRegistrationForm(page, t).firstname.fill("Zoë");
  await expect(page.locator("html")).toHaveAttribute("data-plain");
  await context.setOffline(true);
  const messages: string[] = [];
  page.on("dialog", async (dialog) => {
    messages.push(dialog.message());
    await dialog.accept();
  });
  await locateRegistrationForm(page, t).button.click();
  expect(messages).toEqual([t("common:failure.offline")]);
  await expect(locateRegistrationForm(page, t).firstname).toHaveValue("Zoë");
  await context.setOffline(false);
  await expectFormWorks(page);
});

test("page removes its open toasts and dialogs after a React error, and its links still work", async ({
  page,
  site,
}) => {
  await page.goto(site.url("/de"));
  await page.keyboard.press("Tab");
  await expectHydrated(page);
  await page.getByRole("link", { name: t("landing:way.provider", { provider: "Google" }) }).click();
  await expect(page.locator(".toast")).toBeVisible();
  await page.getByRole("link", { name: /Mirovale/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  // Imitates an extension that removes the toast. React then fails when it removes the toast itself a few seconds
  // later.
  await page.evaluate(() => document.querySelector(".toast")?.remove());
  await expect(page.locator("html")).toHaveAttribute("data-plain");
  await expect(page.locator(".toast, dialog")).toHaveCount(0);
  await page.getByRole("link", { name: /Mirovale/ }).click();
  await expect(page).toHaveURL(/\/de\/products\/mirovale$/);
});

test("page stays complete after an extension has moved elements that React needs to change", async ({
  page,
  site,
}) => {
  await openForm(page, site.url, variant);
  await expectHydrated(page);
  const { firstname, email, terms } = locateRegistrationForm(page, t);
  await terms.check();
  await page.evaluate(() => {
    document.body.append(document.querySelector(".toasts") ?? "");
    const emailField = document.querySelector("#main-form-email");
    const wrapper = document.createElement("span");
    emailField?.replaceWith(wrapper);
    wrapper.append(emailField ?? "");
  });
  await email.fill("anna@");
  await firstname.fill("Zoë");
  await expect(page.locator("html")).toHaveAttribute("data-plain");
  await expect(page.getByRole("banner")).toBeVisible();
  await expect(firstname).toHaveValue("Zoë");
  await expect(email).toHaveValue("anna@");
  await expect(terms).toBeVisible();
  await expectFormWorks(page);
});

test("product opens as a separate page after an extension has removed the dialog", async ({ page, site }) => {
  await page.goto(site.url("/de"));
  await page.keyboard.press("Tab");
  await expectHydrated(page);
  await page.getByRole("link", { name: /Mirovale/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.evaluate(() => document.querySelector("dialog[open]")?.remove());
  await page.getByRole("link", { name: /Ombrelune/ }).click();
  await expect(page).toHaveURL(/\/de\/products\/ombrelune$/);
});

test("metrics count browser failures by kind", async ({ page, getSiteWithEnv }) => {
  const port = await freePort();
  const siteWithMetrics = await getSiteWithEnv({ METRICS_PORT: String(port) });
  await page.addInitScript(breakForm);
  await page.addInitScript(() => Object.assign(window, { isBroken: true }));
  await openForm(page, siteWithMetrics.url, variant);
  await locateRegistrationForm(page, t).firstname.focus();
  await expect(page.locator("html")).toHaveAttribute("data-plain");
  await page.addInitScript({ content: atDomContentLoaded(documentChanges[passwordManager]) });
  await openForm(page, siteWithMetrics.url, variant);
  await locateRegistrationForm(page, t).firstname.focus();
  await expect(page.locator("html")).toHaveAttribute("data-plain");
  const readMetrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  await expect.poll(readMetrics).toContain('velvetgate_browser_failures_total{kind="hydration"} 1');
  await expect.poll(readMetrics).toContain('velvetgate_browser_failures_total{kind="changed-page"} 1');
});

test("browser without a required feature keeps the server's page and loads no script", async ({
  context,
  site,
}) => {
  const features = Object.entries(requiredBrowserFeatures).flatMap(([owner, names]) =>
    names.split(" ").map((name) => [owner, name] as const),
  );
  for (const [owner, name] of features) {
    const page = await context.newPage();
    await page.addInitScript(
      ([path, feature]) => {
        const formPath = path
          .split(".")
          .reduce<object>((object, part) => Reflect.get(object, part) as object, window);
        Reflect.deleteProperty(formPath, feature);
      },
      [owner, name] as const,
    );
    const scriptFiles: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scriptFiles.push(request.url());
    });
    await openForm(page, site.url, variant);
    await locateRegistrationForm(page, t).firstname.fill("Zoë");
    await page.waitForLoadState("networkidle");
    expect({ name, files: scriptFiles }).toEqual({ name, files: [] });
    await expectFormWorks(page);
    await page.close();
  }
});

test("form keeps text typed and boxes ticked during hydration", async ({ page, site }) => {
  // Holds the channel with which React schedules its work, so that hydration starts but does not finish.
  await page.addInitScript(() => {
    const originalPostMessage: unknown = Reflect.get(MessagePort.prototype, "postMessage");
    const heldMessages: (() => void)[] = [];
    let areMessagesHeld = true;
    Object.assign(window, {
      releaseMessages() {
        areMessagesHeld = false;
        for (const send of heldMessages.splice(0)) send();
      },
      countHeld: () => heldMessages.length,
    });
    MessagePort.prototype.postMessage = function postLater(this: MessagePort, ...message: unknown[]) {
      const send = (): void => {
        if (typeof originalPostMessage === "function") Reflect.apply(originalPostMessage, this, message);
      };
      if (areMessagesHeld) heldMessages.push(send);
      else send();
    };
  });
  await openForm(page, site.url, variant);
  const form = locateRegistrationForm(page, t);
  await form.firstname.focus();
  await page.waitForFunction(() => (Reflect.get(window, "countHeld") as () => number)() > 0);
  await page.keyboard.type("Zoë");
  await form.man.check();
  await form.country.selectOption("SE");
  await form.newsletter.check();
  await page.evaluate(() => (Reflect.get(window, "releaseMessages") as () => void)());
  await expectHydrated(page);
  await expect(form.firstname).toHaveValue("Zoë");
  await expect(form.man).toBeChecked();
  await expect(form.country).toHaveValue("SE");
  await expect(form.newsletter).toBeChecked();
});

test("form keeps and validates input from a password manager at any time", async ({ page, site }) => {
  const release = await holdEntryScript(page);
  await openForm(page, site.url, variant);
  const form = locateRegistrationForm(page, t);
  const fillField = (value: string) =>
    form.email.evaluate((field: HTMLInputElement, text) => {
      field.value = text;
      for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    }, value);
  await fillField("anna@example.com");
  await form.lastname.focus();
  release();
  await expectHydrated(page);
  await expect(form.email).toHaveValue("anna@example.com");
  await fillField("zoe@example.com");
  await expect(form.email).toHaveValue("zoe@example.com");
  await form.button.click();
  await expect(page.getByText(t("registration:email.invalid"))).toBeHidden();
});

for (const [name, change] of Object.entries(documentChanges))
  test(`form works if an extension changes the hydrated page: ${name}`, async ({
    page,
    site,
    allowPageError,
  }) => {
    allowPageError(/inline style/);
    await openForm(page, site.url, variant);
    await expectHydrated(page);
    await page.evaluate(change);
    await page.locator("[name=email]").fill("anna@");
    await page.locator("main form button.button[type=submit]").click();
    await expect(page.getByRole("alert")).toBeVisible();
    await page.locator("[name=email]").fill("anna@example.com");
    await page.locator("[name=firstname]").fill("Zoë");
    await expectHydrationSettled(page);
    await expect(page.locator("[name=email]")).toHaveValue("anna@example.com");
    await expect(page.locator("[name=firstname]")).toHaveValue("Zoë");
    expect(await page.locator("foreign-element, .foreign").count()).toBeGreaterThanOrEqual(
      name.startsWith("a changed word") ? 0 : 1,
    );
  });

/** Submits the incomplete form. Expects the server's page with errors and the typed values. */
async function expectFormWorks(page: Page): Promise<void> {
  const summary = page.getByRole("alert");
  await expect(summary).toHaveCount(0);
  await page.locator("[name=lastname]").fill("Berg");
  await page.locator("[name=lastname]").press("Enter");
  await expect(summary).toBeVisible();
  await expect(page.locator("[name=lastname]")).toHaveValue("Berg");
  await expect(page.locator("[name=firstname]")).toHaveValue("Zoë");
}
