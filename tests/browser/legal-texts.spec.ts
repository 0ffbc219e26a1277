import { startVelvetgate, type Velvetgate } from "../support/velvetgate";
import { expect, test } from "./fixtures";
import {
  expectHydrated,
  expectSummary,
  fillRegistration,
  heading,
  newAddress,
  registrationForm,
  variantOf,
} from "./registration";

const variant = variantOf("de");
const { t } = variant;

let site: Velvetgate;
test.beforeAll(async () => {
  const at = (page: string) => `https://shop.example/{locale}/{country}/${page}/{key}`;
  site = await startVelvetgate({ env: { TERMS_URL: at("terms"), PRIVACY_URL: at("privacy") } });
});
test.afterAll(() => site.stop());

test("the texts that a visitor agrees to are those of the chosen country", async ({
  page,
  withScript,
  allowPageError,
}) => {
  allowPageError(/422 \(Unprocessable/);
  const email = newAddress();
  const form = registrationForm(page, t);
  const links = form.terms.locator("xpath=..").getByRole("link");
  const textsOf = (country: string, key: string) => [
    `https://shop.example/de/${country}/terms/terms-${key}`,
    `https://shop.example/de/${country}/privacy/privacy-${key}`,
  ];
  const shown = () => links.evaluateAll((found) => found.map((link) => link.getAttribute("href")));

  await page.goto(site.url("/de/registration/formstarted?rc=VIP2026"));
  await expect(form.country).toHaveValue("DE");
  expect(await shown()).toEqual(textsOf("DE", "de"));
  if (withScript) await expectHydrated(page);
  await fillRegistration(page, t, email);
  await form.country.selectOption("CH");

  // Without script it is the server that finds that other texts apply.
  if (!withScript) {
    await form.button.click();
    await expectSummary(page, t, [t("registration:terms.changed")]);
    await expect(form.country).toHaveValue("CH");
    await expect(form.firstname).toHaveValue("Zoë");
    await expect(form.newsletter).toBeChecked();
    expect(await site.mailsTo(email)).toEqual([]);
  }
  await expect.poll(shown).toEqual(textsOf("CH", "ch"));
  await expect(form.terms).not.toBeChecked();
  await form.terms.check();
  await form.button.click();
  await expect(heading(page, t("progress:finished.heading"))).toBeVisible();
  expect(await site.mailsTo(email)).toHaveLength(1);
});
