import type { BrowserContext } from "@playwright/test";
import { expect, test } from "./fixtures";
import {
  enterCode,
  expectPage,
  fillRegistration,
  heading,
  newAddress,
  registrationForm,
  variantOf,
} from "./registration";

const variant = variantOf("sv");
const { t } = variant;

test("what was registered is known again after a reload", async ({ page, site }) => {
  const email = newAddress();
  await page.goto(site.url("/sv"));
  await enterCode(page, t, "WELCOME");
  await fillRegistration(page, t, email);
  await registrationForm(page, t).button.click();
  await expect(heading(page, t("progress:finished.heading"))).toBeVisible();
  await page.reload();
  await expect(page.getByText(t("progress:finished.body", { email }))).toBeVisible();

  await page.getByRole("button", { name: t("progress:mail.changeButton") }).click();
  await expectPage(page, variant, t("registration:form.title"));
  const form = registrationForm(page, t);
  await expect(form.email).toHaveValue(email);
  await expect(form.firstname).toHaveValue("Zoë");
});

for (const [how, spoil] of [
  ["tampered with", (value: string) => value.slice(0, -6) + "AAAAAA"],
  ["cut short", (value: string) => value.slice(0, value.length / 2)],
  ["of another make", () => "eyJhbGciOiJub25lIn0.e30."],
] as const) {
  test(`a draft that was ${how} is as if there were none`, async ({
    page,
    site,
    context,
    withScript,
    allowPageError,
  }) => {
    allowPageError(/403 \(Forbidden/);
    await page.goto(site.url("/sv"));
    await enterCode(page, t, "WELCOME");
    await fillRegistration(page, t, newAddress());
    await registrationForm(page, t).button.click();
    await expect(heading(page, t("progress:finished.heading"))).toBeVisible();
    await changeDraft(context, spoil);

    await page.goto(site.url("/sv/registration/formfinished"));
    await expect(page).toHaveURL(site.url("/sv"));
    await expectPage(page, variant, t("landing:title"));
    // With script the browser's own memory offers the code again.
    if (!withScript) await expect(page.getByLabel(t("landing:code.label"), { exact: true })).toHaveValue("");

    const denied = await page.goto(site.url("/sv/registration/formstarted"));
    expect(denied?.status()).toBe(403);
    await expect(heading(page, t("deny:invalid.heading"))).toBeVisible();
  });
}

async function changeDraft(context: BrowserContext, spoil: (value: string) => string): Promise<void> {
  const draft = (await context.cookies()).find(({ name }) => name === "draft");
  if (!draft) throw new Error("there is no draft");
  await context.addCookies([{ ...draft, value: spoil(draft.value) }]);
}
