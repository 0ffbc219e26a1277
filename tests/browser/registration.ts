import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { getLanguageTag, type Locale } from "~/i18n/locales";
import type { Translate } from "~/i18n/translator";
import { expect } from "./fixtures";
import { translatorFor } from "../support/words";

/** The language of a page with its translator, and the prefix of its paths: "/de" or "". */
export interface PageVariant {
  locale: Locale;
  prefix: string;
  t: Translate;
}

/** Languages of the browser tests. tests/integration/server reads the pages in all languages. */
export const browserLocales = ["en", "de", "pl"] as const;

/** @param prefix - the path prefix: "" for unprefixed pages; the locale's prefix if undefined */
export function createVariant(locale: Locale, prefix = `/${locale}`): PageVariant {
  return { locale, prefix, t: translatorFor(locale) };
}

/** Returns an e-mail address that no other test uses. */
export function createUniqueEmail(): string {
  return `${randomUUID()}@example.com`;
}

/** Returns the fields of the form by their visible labels. */
export function locateRegistrationForm(page: Page, t: Translate) {
  const agreementLabel = t("registration:agreement.label").replaceAll(/<\/?\w+>/g, "");
  return {
    salutation: page.getByRole("group", { name: t("registration:gender.legend") }),
    woman: page.getByRole("radio", { name: t("registration:gender.FEMALE"), exact: true }),
    man: page.getByRole("radio", { name: t("registration:gender.MALE"), exact: true }),
    firstname: page.getByLabel(t("registration:firstname.label"), { exact: true }),
    lastname: page.getByLabel(t("registration:lastname.label"), { exact: true }),
    email: page.getByLabel(t("registration:email.label"), { exact: true }),
    country: page.getByLabel(t("registration:country.label"), { exact: true }),
    newsletter: page.getByRole("checkbox", { name: t("registration:newsletter.label") }),
    terms: page.getByRole("checkbox", { name: agreementLabel }),
    button: page.getByRole("main").getByRole("button", { name: t("registration:form.button") }),
  };
}

/** Fills in every field for Austria, which has the same legal texts as the form's default country. */
export async function fillRegistration(page: Page, t: Translate, email: string): Promise<void> {
  const form = locateRegistrationForm(page, t);
  await form.email.fill(email);
  await form.country.selectOption("AT");
  await fillSecondStep(page, t);
}

/** Fills in every field except the e-mail address and the country, which the landing page has asked for. */
export async function fillSecondStep(page: Page, t: Translate): Promise<void> {
  const form = locateRegistrationForm(page, t);
  await form.woman.check();
  await form.firstname.fill("Zoë");
  await form.lastname.fill("O’Neill-Łukasik");
  await form.newsletter.check();
  await form.terms.check();
}

export async function enterCode(page: Page, t: Translate, code: string): Promise<void> {
  await page.getByLabel(t("landing:code.label"), { exact: true }).fill(code);
  await page
    .getByRole("main")
    .getByRole("button", { name: t("landing:code.button"), exact: true })
    .click();
}

export function locateHeading(page: Page, name: string): Locator {
  return page.getByRole("heading", { level: 1, name, exact: true });
}

/** Expects the page to have this language in its markup and texts, and a title. */
export async function expectPageTitle(page: Page, { locale, t }: PageVariant, title: string): Promise<void> {
  await expect(page).toHaveTitle(t("common:title.page", { title }));
  await expect(page.locator("html")).toHaveAttribute("lang", getLanguageTag(locale));
}

/** Opens the empty form for a usable code. */
export async function openForm(
  page: Page,
  url: (path: string) => string,
  { prefix, t }: PageVariant,
): Promise<void> {
  await page.goto(url(`${prefix}/registration/formstarted?rc=WELCOME`));
  await expect(locateRegistrationForm(page, t).button).toBeVisible();
}

/** Submits the e-mail field on the landing page of an invitation, and waits for the rest of the registration form. */
export async function enterEmail(page: Page, t: Translate, email: string): Promise<void> {
  await page.getByLabel(t("registration:email.label"), { exact: true }).fill(email);
  await page.getByRole("button", { name: t("registration:lean.continue"), exact: true }).click();
  await expect(locateRegistrationForm(page, t).firstname).toBeVisible();
}

/**
 * Expects that the error summary has the focus and exactly these messages. Also expects that the title starts with
 * "Error:", and that the summary's links lead to fields.
 */
export async function expectErrorSummary(
  page: Page,
  t: Translate,
  messages: readonly string[],
): Promise<void> {
  const errorSummary = page.getByRole("alert");
  await expect(errorSummary.getByRole("listitem")).toHaveText([...messages]);
  await expect(errorSummary.getByRole("heading", { level: 2 })).toHaveText(t("common:errorSummary.heading"));
  await expect(errorSummary).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`^${t("common:title.error", { title: "" })}`));
}

/** Expects that a form with one field shows this message at the field, and that the field has the focus. */
export async function expectFieldError(page: Page, label: string, message: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  // The page without the error may still be open, and its field is not focused.
  await expect(field).toHaveAttribute("aria-invalid", "true");
  // Checks the document's focus separately: `toBeFocused` would not say whether the element or the document lacks the
  // focus.
  await expect
    .poll(() =>
      field.evaluate((element) => ({
        isActiveElement: element === document.activeElement,
        hasDocumentFocus: document.hasFocus(),
      })),
    )
    .toEqual({ isActiveElement: true, hasDocumentFocus: true });
  await expect(field).toHaveAccessibleDescription(createTextPattern(message));
  await expect(page.getByRole("alert")).toHaveCount(0);
}

export function createTextPattern(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
}

/** Waits until hydration has succeeded, or has failed and left plain HTML. */
export async function expectHydrationSettled(page: Page): Promise<void> {
  await page.waitForSelector("html[data-hydrated], html[data-plain]", { state: "attached" });
}

/** Holds the response of the entry script until the returned function is called. */
export async function holdEntryScript(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const releasePromise = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/assets/entry.client-*.js", async (route) => {
    await releasePromise;
    await route.continue();
  });
  return release;
}

/** Waits until React has hydrated the page, including an interactive form. */
export async function expectHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const form = document.querySelector("#main-form");
    const isStaticForm = form?.closest(".static") !== null;
    const isHydrated = isStaticForm || Object.keys(form).some((key) => key.startsWith("__reactProps"));
    return isHydrated && document.documentElement.dataset["hydrated"] !== undefined;
  });
}
