import { expect, test } from "./fixtures";
import { openForm, registrationForm, variantOf } from "./registration";

/** Pictures of the pages as they are now, for whoever looks after the design and for the README. */
const pictures = "test-results/pictures";

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, "the pictures would be the same");

for (const { name, width, height, path, dark } of [
  { name: "landing", width: 1440, height: 900, path: "/en", dark: false },
  { name: "landing-dark", width: 1440, height: 900, path: "/en", dark: true },
  { name: "landing-phone", width: 360, height: 800, path: "/de", dark: false },
  { name: "invited", width: 768, height: 1024, path: "/fr?rc=WELCOME", dark: false },
  { name: "deny-phone", width: 360, height: 800, path: "/sv/registration/deny?reason=expired", dark: false },
]) {
  test(`a picture: ${name}`, async ({ page, site, allowPageError }) => {
    allowPageError(/403 \(Forbidden/);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    await page.goto(site.url(path));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.screenshot({ path: `${pictures}/${name}.png` });
  });
}

for (const { name, locale, width, height } of [
  { name: "form", locale: "pl", width: 768, height: 1024 },
  { name: "form-phone", locale: "de", width: 360, height: 800 },
] as const) {
  test(`a picture: ${name}`, async ({ page, site }) => {
    const variant = variantOf(locale);
    await page.setViewportSize({ width, height });
    await openForm(page, site.url, variant);
    await expect(registrationForm(page, variant.t).button).toBeVisible();
    await page.screenshot({ path: `${pictures}/${name}.png` });
  });
}
