import { expect, test } from "./fixtures";
import {
  enterCode,
  fillRegistration,
  heading,
  newAddress,
  registrationForm,
  variantOf,
} from "./registration";

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

  for (const path of ["/de?rc=WELCOME", "/de/viral?rc=WELCOME", "/de/registration/formstarted?rc=WELCOME"])
    test(`so is the code of a link: ${path}`, async ({ page, site }) => {
      await page.goto(site.url(path));
      await expect(registrationForm(page, t).button).toBeVisible();
      await page.goto(site.url("/de"));
      await expect(page.getByRole("textbox", codeField)).toHaveValue("WELCOME");
    });

  test("with script also when the cookies are gone", async ({ page, site, context, withScript }) => {
    test.skip(!withScript, "the draft is all that there is");
    await page.goto(site.url("/de?rc=WELCOME"));
    await expect.poll(() => page.evaluate(() => localStorage.getItem("rc"))).toBe("WELCOME");
    await context.clearCookies();
    await page.goto(site.url("/de"));
    await expect(page.getByRole("textbox", codeField)).toHaveValue("WELCOME");
  });

  test("a browser that forbids its storage loses nothing but the second copy", async ({ page, site }) => {
    await page.addInitScript(() => {
      const forbidden = () => {
        throw new DOMException("The operation is insecure.", "SecurityError");
      };
      Object.defineProperty(window, "localStorage", { get: forbidden });
      Object.defineProperty(window, "sessionStorage", { get: forbidden });
    });
    await page.goto(site.url("/de?rc=WELCOME"));
    await expect(registrationForm(page, t).button).toBeVisible();
    await page.goto(site.url("/de"));
    await expect(page.getByRole("textbox", codeField)).toHaveValue("WELCOME");
  });

  test("the time zone tells the country when nothing else does", async ({ browser, site, withScript }) => {
    test.skip(!withScript, "only script knows the time zone");
    const context = await browser.newContext({ timezoneId: "Europe/Stockholm", locale: "de-DE" });
    const page = await context.newPage();
    await page.goto(site.url("/de"));
    await expect.poll(async () => (await context.cookies()).some(({ name }) => name === "tz")).toBe(true);
    await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
    await expect(registrationForm(page, t).country).toHaveValue("SE");
    await context.close();
  });
});

test("a visitor from a listed site is denied, and comes in with the invitation itself", async ({
  page,
  site,
  allowPageError,
}) => {
  allowPageError(/403 \(Forbidden/);
  await page.goto(site.url("/de?rc=WELCOME"), { referer: "https://www.reddit.com/r/deals" });
  await expect(page).toHaveURL(/\/de\/registration\/deny\?reason=referrer$/);
  await expect(page.getByText(t("deny:referrer.body", { brand: "Velvetgate" }))).toBeVisible();
  await page.goto(site.url("/de"));
  await expect(page.getByRole("textbox", codeField)).toHaveValue("WELCOME");
});

test("an invited person comes from a mail", async ({ page, site }) => {
  await page.goto(site.url("/de?rc=WELCOME"), { referer: "https://mail.google.com/" });
  await expect(heading(page, t("landing:headline.invited", { inviter: "Anna" }))).toBeVisible();
});

test("guessing codes ends with the time to wait, and a usable link still opens", async ({
  page,
  site,
  allowPageError,
}) => {
  allowPageError(/status of (422|429)/);
  await page.goto(site.url("/de"));
  for (let guess = 0; guess < 10; guess += 1) {
    await enterCode(page, t, `GUESS${guess}`);
    await expect(
      page.getByRole("alert").getByRole("link", { name: t("landing:code.invalid") }),
    ).toBeVisible();
  }
  await enterCode(page, t, "GUESS10");
  await expect(heading(page, t("errors:tooMany.heading"))).toBeVisible();
  await expect(page.getByRole("main")).toContainText("10");
  await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
  await expect(registrationForm(page, t).button).toBeVisible();
});

for (const { path, label, button, answer } of [
  {
    path: "/registration/resend",
    label: t("registration:email.label"),
    button: t("progress:resend.button"),
    answer: t("progress:resend.answer"),
  },
  {
    path: "/membership-interest/apply",
    label: t("interest:apply.emailLabel"),
    button: t("interest:apply.button"),
    answer: t("interest:confirmation.heading"),
  },
])
  test(`asking too often ends with the time to wait: ${path}`, async ({ page, site, allowPageError }) => {
    allowPageError(/status of 429/);
    const ask = async () => {
      await page.goto(site.url(`/de${path}`));
      await page.getByLabel(label, { exact: true }).fill(newAddress());
      await page.getByRole("main").getByRole("button", { name: button, exact: true }).click();
    };
    for (let time = 0; time < 5; time += 1) {
      await ask();
      await expect(page.getByText(answer)).toBeVisible();
    }
    await ask();
    await expect(heading(page, t("errors:tooMany.heading"))).toBeVisible();
    await expect(page.getByRole("main")).toContainText("10");
  });

test.describe("an account that exists already", () => {
  test("leads to login, with script by itself unless the visitor stays", async ({
    page,
    site,
    withScript,
  }) => {
    await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
    await fillRegistration(page, t, "active@example.com");
    await registrationForm(page, t).button.click();
    await expect(heading(page, t("progress:active.heading"))).toBeVisible();
    const status = page.getByRole("main").getByRole("status");
    const stay = page.getByRole("button", { name: t("progress:active.stay") });
    if (!withScript) {
      await expect(stay).toHaveCount(0);
      return;
    }
    await expect(status).toHaveText(t("progress:active.leaving", { seconds: 20 }));
    await stay.click();
    await expect(status).toHaveText(t("progress:active.staying"));
    await expect(status).toBeFocused();
  });

  test("leads there after 20 seconds, but not somebody who came back", async ({ page, site, withScript }) => {
    test.skip(!withScript, "without script nothing happens by itself");
    // Nobody waits 20 seconds here: a timer of that length runs at once, any other as ever.
    await page.addInitScript(() => {
      const later = window.setTimeout.bind(window);
      Object.assign(window, {
        setTimeout: (run: () => void, ms = 0) => later(run, ms === 20_000 ? 500 : ms),
      });
    });
    const active = site.url("/de/registration/registrationformemailactivecomplete");
    await page.goto(active);
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
  });
});

test("an address that looks mistyped is asked about once", async ({ page, site, allowPageError }) => {
  allowPageError(/status of 422/);
  const email = newAddress();
  await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
  await fillRegistration(page, t, email.replace("example.com", "gamil.com"));
  await registrationForm(page, t).button.click();
  const suggestion = email.replace("example.com", "gmail.com");
  await expect(page.getByRole("alert").getByRole("link")).toHaveText([
    t("registration:email.suggestion", { suggestion }),
  ]);
  await registrationForm(page, t).button.click();
  await expect(heading(page, t("progress:finished.heading"))).toBeVisible();
});
