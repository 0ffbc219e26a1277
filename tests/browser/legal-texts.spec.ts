import type { Locator } from "@playwright/test";
import { startVelvetgate, type Velvetgate } from "../support/velvetgate";
import { expect, expectAccessible, test } from "./fixtures";
import {
  expectHydrated,
  fillRegistration,
  locateHeading,
  createUniqueEmail,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const variant = createVariant("de");
const { t } = variant;

let site: Velvetgate;
test.beforeAll(async () => {
  const createAddressTemplate = (page: string) => `https://shop.example/{locale}/{country}/${page}/{key}`;
  site = await startVelvetgate({
    env: { TERMS_URL: createAddressTemplate("terms"), PRIVACY_URL: createAddressTemplate("privacy") },
  });
});
test.afterAll(() => site.stop());

test("registration submits agreement to the legal texts of the selected country", async ({
  page,
  isJavaScriptEnabled,
}) => {
  const email = createUniqueEmail();
  const form = locateRegistrationForm(page, t);
  const readHrefs = (container: Locator) =>
    container.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const readShownHrefs = () => readHrefs(form.terms.locator("xpath=.."));
  const createLegalUrls = (country: string, key: string) => [
    `https://shop.example/de/${country}/terms/terms-${key}`,
    `https://shop.example/de/${country}/privacy/privacy-${key}`,
  ];
  // Without scripts, a change of the country does not change the legal texts at the checkbox.
  const country = isJavaScriptEnabled ? "Österreich" : "Deutschland";
  const countryLink = page.getByText(t("registration:agreement.country", { country }));
  const changeNotice = page.getByRole("status").filter({ hasText: t("registration:terms.changed") });

  await page.goto(site.url("/de/registration/formstarted?rc=VIP2026"));
  await expect(form.country).toHaveValue("DE");
  expect(await readShownHrefs()).toEqual(createLegalUrls("DE", "de"));
  if (isJavaScriptEnabled) await expectHydrated(page);
  await fillRegistration(page, t, email);
  await countryLink.click();
  if (isJavaScriptEnabled) await expectAccessible(page);
  await form.country.selectOption("CH");

  if (isJavaScriptEnabled) {
    await expect.poll(readShownHrefs).toEqual(createLegalUrls("CH", "ch"));
    await expect(form.terms).not.toBeChecked();
    await expect(changeNotice).toBeVisible();
    await expectAccessible(page);
    // The visitor has already accepted the legal texts of this country, so the checkbox is ticked again.
    await form.country.selectOption("DE");
    await expect(form.terms).toBeChecked();
    await expect(changeNotice).toBeHidden();
    await form.country.selectOption("CH");
    await form.terms.check();
    await expect(changeNotice).toBeHidden();
  } else {
    const swissItem = page.getByRole("listitem").filter({ hasText: "Schweiz" });
    expect(await readHrefs(swissItem)).toEqual(createLegalUrls("CH", "ch"));
  }
  await form.button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  expect(await site.fetchMailsTo(email)).toHaveLength(1);
});

test("footer of a form shows only legal links, and the footer of the landing page shows all links", async ({
  page,
}) => {
  const readFooterLinks = async (path: string) => {
    await page.goto(site.url(path));
    return page.getByRole("contentinfo").getByRole("listitem").getByRole("link").allInnerTexts();
  };
  const legalLinks = (["privacy", "terms", "imprint", "accessibility"] as const).map((name) =>
    t(`frame:footer.${name}`),
  );
  const clubLinks = (["about", "jobs", "sustainability"] as const).map((name) => t(`frame:footer.${name}`));
  expect(await readFooterLinks("/de/registration/resend")).toEqual(legalLinks);
  expect(await readFooterLinks("/de")).toEqual([...clubLinks, ...legalLinks]);
});
