import type { Page } from "@playwright/test";
import { getLanguageTag, locales, type Locale } from "~/i18n/locales";
import { expect, test } from "./fixtures";
import {
  browserLocales,
  expectHydrated,
  expectPageTitle,
  locateHeading,
  createUniqueEmail,
  openForm,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const translateEnglish = createVariant("en").t;

for (const localeCode of browserLocales.filter((code) => code !== "en")) {
  test(`landing page changes to the language ${localeCode} when the visitor selects its name`, async ({
    page,
    site,
    context,
    isJavaScriptEnabled,
  }) => {
    test.skip(!isJavaScriptEnabled && localeCode !== "de", "without script in one language");
    const variant = createVariant(localeCode);
    await page.goto(site.url("/social?disablegb=true"));
    await chooseLanguage(page, localeCode);
    await expect(page).toHaveURL(site.url(`/${localeCode}/social?disablegb=true`));
    await expectPageTitle(page, variant, variant.t("landing:title"));
    await expect(locateHeading(page, variant.t("landing:headline.social"))).toBeVisible();
    expectLangCookie(await context.cookies(), localeCode);

    // An unprefixed page now uses the language in the `lang` cookie.
    await page.goto(site.url("/membership-interest"));
    await expectPageTitle(page, variant, variant.t("interest:intro.title"));
  });
}

test("half-filled form keeps its values when the language changes", async ({
  page,
  site,
  isJavaScriptEnabled,
}) => {
  await openForm(page, site.url, createVariant("en"));
  if (isJavaScriptEnabled) await expectHydrated(page);
  const englishForm = locateRegistrationForm(page, translateEnglish);
  const email = createUniqueEmail();
  await englishForm.man.check();
  await englishForm.firstname.fill("Zoë 7");
  await englishForm.email.fill(email);
  await englishForm.country.selectOption("SE");
  await englishForm.newsletter.check();
  await englishForm.terms.check();
  await chooseLanguage(page, "fr");

  const frenchVariant = createVariant("fr");
  await expect(page).toHaveURL(site.url("/fr/registration/formstarted?rc=WELCOME"));
  await expectPageTitle(page, frenchVariant, frenchVariant.t("registration:form.title"));
  const frenchForm = locateRegistrationForm(page, frenchVariant.t);
  await expect(frenchForm.man).toBeChecked();
  await expect(frenchForm.firstname).toHaveValue("Zoë 7");
  await expect(frenchForm.lastname).toHaveValue("");
  await expect(frenchForm.email).toHaveValue(email);
  await expect(frenchForm.country).toHaveValue("SE");
  await expect(frenchForm.newsletter).toBeChecked();
  await expect(frenchForm.terms).toBeChecked();
});

test("half-typed code is kept when the language changes", async ({ page, site }) => {
  await page.goto(site.url("/en"));
  await page.getByLabel(translateEnglish("landing:code.label"), { exact: true }).fill("wel-co");
  await chooseLanguage(page, "sv");
  await expect(page.getByLabel(createVariant("sv").t("landing:code.label"), { exact: true })).toHaveValue(
    "wel-co",
  );
});

test("typed e-mail address of the login form is kept when the language changes", async ({ page, site }) => {
  await page.goto(site.url("/en/login?returnTo=/en/invite"));
  await page
    .getByLabel(createVariant("en").t("account:login.emailLabel"), { exact: true })
    .fill("zoe@example.com");
  await chooseLanguage(page, "sv");
  const email = page.getByLabel(createVariant("sv").t("account:login.emailLabel"), { exact: true });
  await expect(email).toHaveValue("zoe@example.com");
  await expect(page).toHaveURL(/\/sv\/login\?returnTo=/);
});

test(
  "privacy choices without JavaScript leave a half-filled form unchanged",
  { tag: "@no-script" },
  async ({ page, site, context }) => {
    const { t } = createVariant("en");
    await page.goto(site.url("/en/registration/formstarted?rc=WELCOME"));
    await page.locator("[name=firstname]").fill("Zoë");
    await page.locator(".privacy > summary").click();
    const pagePromise = context.waitForEvent("page");
    await page
      .locator(".privacy")
      .getByRole("button", { name: t("frame:consent.rejectAll") })
      .click();
    await expect((await pagePromise).locator(".flash")).toHaveText(t("frame:consent.saved"));
    await expect(page.locator("[name=firstname]")).toHaveValue("Zoë");
  },
);

for (const { path, label } of [
  { path: "/de", label: "landing:code.label" },
  { path: "/de/registration/formstarted?rc=WELCOME", label: "registration:email.label" },
  { path: "/de/membership-interest/apply", label: "interest:apply.emailLabel" },
  { path: "/de/registration/resend", label: "registration:email.label" },
  { path: "/de/login", label: "account:login.emailLabel" },
] as const) {
  test(`Enter in a field of ${path} submits the form and does not change the language`, async ({
    page,
    site,
    context,
    allowPageError,
  }) => {
    allowPageError(/422 \(Unprocessable/);
    const { t } = createVariant("de");
    await page.goto(site.url(path));
    await page.getByLabel(t(label), { exact: true }).fill("-");
    await page.getByLabel(t(label), { exact: true }).press("Enter");
    await expect(page).toHaveTitle(new RegExp(`^${t("common:title.error", { title: "" })}`));
    await expect(page.locator("html")).toHaveAttribute("lang", "de-DE");
    expect((await context.cookies()).map(({ name }) => name)).not.toContain("lang");
  });
}

test("activation page changes the language without loading a new document", async ({
  page,
  site,
  context,
  isJavaScriptEnabled,
}) => {
  const path = "/registration/activateaccount?accountActivationId=any";
  await page.goto(site.url(`/en${path}`));
  if (isJavaScriptEnabled) await expectHydrated(page);
  const documentUrls: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documentUrls.push(request.url());
  });
  await page.evaluate(() => {
    document.documentElement.dataset["marker"] = "kept";
  });
  await chooseLanguage(page, "nl");

  const dutchVariant = createVariant("nl");
  await expect(locateHeading(page, dutchVariant.t("activation:page.heading"))).toBeVisible();
  await expect(page.getByRole("banner").locator("details")).not.toHaveAttribute("open");
  await expect(page).toHaveURL(site.url(`/nl${path}`));
  await expectPageTitle(page, dutchVariant, dutchVariant.t("activation:page.title"));
  await expect(page.getByRole("button", { name: dutchVariant.t("activation:page.button") })).toBeVisible();
  expect(documentUrls.length > 0).toBe(!isJavaScriptEnabled);
  expect(await page.locator("html[data-marker]").count()).toBe(isJavaScriptEnabled ? 1 : 0);
  expectLangCookie(await context.cookies(), "nl");
});

async function chooseLanguage(page: Page, localeCode: Locale): Promise<void> {
  const name = locales.find((locale) => locale.code === localeCode)?.name ?? "";
  await page.getByRole("banner").locator("summary").click();
  const button = page.getByRole("banner").getByRole("button", { name, exact: true });
  await expect(button).toHaveAttribute("lang", getLanguageTag(localeCode));
  await button.click();
}

interface Cookie {
  name: string;
  value: string;
  path: string;
  sameSite: string;
  httpOnly: boolean;
  expires: number;
}

/**
 * Expects the `lang` cookie that docs/product/pages.md#languages describes. Chromium limits the lifetime of a cookie to
 * 400 days.
 */
function expectLangCookie(cookies: readonly Cookie[], localeCode: Locale): void {
  const cookie = cookies.find(({ name }) => name === "lang");
  expect(cookie).toMatchObject({ value: localeCode, path: "/", sameSite: "Lax", httpOnly: false });
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeGreaterThan(399);
}
