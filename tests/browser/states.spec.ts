import { localeCodes } from "~/i18n/locales";
import type { MessageKey } from "~/i18n/translator";
import { expect, test } from "./fixtures";
import {
  enterCode,
  expectPage,
  fillRegistration,
  heading,
  registrationForm,
  variantOf,
} from "./registration";

/** The rows of docs/product.md#registration-codes, and of docs/product.md#errors-and-messages: what acq says of a code, and what is shown. */
const refusedCodes: { row: string; code: string; reason: string; heading: MessageKey; field: MessageKey }[] =
  [
    {
      row: "REGISTRATION_CODE_INVALID",
      code: "UNKNOWN",
      reason: "invalid",
      heading: "deny:invalid.heading",
      field: "landing:code.invalid",
    },
    {
      row: "INVITER_INVALID",
      code: "NOINVITER",
      reason: "invalid",
      heading: "deny:invalid.heading",
      field: "landing:code.invalid",
    },
    {
      row: "CUSTOMIZATION_MISSING",
      code: "NOCUSTOM",
      reason: "invalid",
      heading: "deny:invalid.heading",
      field: "landing:code.invalid",
    },
    {
      row: "REGISTRATION_CODE_EXPIRED",
      code: "EXPIRED",
      reason: "expired",
      heading: "deny:expired.heading",
      field: "landing:code.expired",
    },
    {
      row: "REGISTRATION_TIMESTAMP_MISSING",
      code: "NEEDSVT",
      reason: "link",
      heading: "deny:link.heading",
      field: "landing:code.link",
    },
    {
      row: "REGISTRATION_CODE_NO_BALANCE_LEFT",
      code: "EMPTY",
      reason: "no-balance",
      heading: "deny:noBalance.heading",
      field: "landing:code.noBalance",
    },
    {
      row: "REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS",
      code: "PENDING",
      reason: "no-balance",
      heading: "deny:noBalance.heading",
      field: "landing:code.noBalance",
    },
  ];

const refused = /status of (403|422)/;

/** The words are the server's; what script says of them itself is compared in tests/i18n. */
const oneLanguageWithScript = "with script in one language";

for (const locale of localeCodes) {
  const variant = variantOf(locale);
  const { t } = variant;

  test.describe(locale, () => {
    test.skip(({ withScript }) => withScript && locale !== "en", oneLanguageWithScript);
    test.beforeEach(({ allowPageError }) => {
      allowPageError(refused);
    });

    test("links with a code that cannot be used are denied, each with its reason", async ({ page, site }) => {
      for (const { row, code, reason, heading: words } of refusedCodes)
        await test.step(row, async () => {
          for (const path of [`/${locale}?rc=${code}`, `/${locale}/registration/formstarted?rc=${code}`]) {
            const response = await page.goto(site.url(path));
            expect(response?.status(), path).toBe(403);
            expect(new URL(page.url()).search).toBe(`?reason=${reason}`);
            await expect(heading(page, t(words))).toBeVisible();
          }
          await expectPage(page, variant, t("deny:title"));
        });
    });

    test("typed codes that cannot be used say why at the field", async ({ page, site }) => {
      await page.goto(site.url(`/${locale}`));
      for (const { row, code, field } of refusedCodes)
        await test.step(row, async () => {
          await enterCode(page, t, code);
          await expect(page.getByRole("alert").getByRole("link", { name: t(field) })).toBeVisible();
          await expect(page.getByLabel(t("landing:code.label"), { exact: true })).toHaveValue(code);
        });
      await test.step("REFERER_INVALID", async () => {
        await enterCode(page, t, "NOREFERER");
        await expect(page).toHaveURL(/reason=referrer$/);
        await expect(page.getByText(t("deny:referrer.body"))).toBeVisible();
      });
    });

    test("accounts that are active or wait for activation have their pages", async ({ page, site }) => {
      const start = site.url(`/${locale}/registration/formstarted?rc=WELCOME`);
      await test.step("ACTIVE", async () => {
        await page.goto(start);
        await fillRegistration(page, t, "active@example.com");
        await registrationForm(page, t).button.click();
        await expect(heading(page, t("progress:active.heading"))).toBeVisible();
        await expectPage(page, variant, t("progress:active.title"));
        await expect(
          page.getByRole("main").getByRole("link", { name: t("progress:active.login") }),
        ).toBeVisible();
      });
      await test.step("PENDING", async () => {
        await page.goto(start);
        await fillRegistration(page, t, "pending@example.com");
        await registrationForm(page, t).button.click();
        await expect(heading(page, t("progress:pending.heading"))).toBeVisible();
        await expect(page.getByText("pending@example.com")).toBeVisible();
      });
      await test.step("another address", async () => {
        await page.getByRole("button", { name: t("progress:mail.changeButton") }).click();
        await expect(registrationForm(page, t).firstname).toHaveValue("Zoë");
      });
    });

    test("an application is answered the same for every address", async ({ page, site }) => {
      for (const address of ["active@example.com", "nobody@example.com"]) {
        await page.goto(site.url(`/${locale}/membership-interest`));
        await expect(heading(page, t("interest:intro.heading"))).toBeVisible();
        await page.getByRole("link", { name: t("interest:intro.button") }).click();
        await page.getByLabel(t("interest:apply.emailLabel")).fill(address);
        await page.getByRole("button", { name: t("interest:apply.button") }).click();
        await expect(heading(page, t("interest:confirmation.heading"))).toBeVisible();
      }
    });

    test("the activation mail is sent again to whom it may concern, with one answer", async ({
      page,
      site,
    }) => {
      for (const address of ["pending@example.com", "nobody@example.com"]) {
        await page.goto(site.url(`/${locale}/registration/resend`));
        await page.getByLabel(t("registration:email.label"), { exact: true }).fill(address);
        await page.getByRole("button", { name: t("progress:resend.button") }).click();
        await expect(page.getByText(t("progress:resend.answer"))).toBeVisible();
      }
    });
  });
}
