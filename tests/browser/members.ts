import type { Page } from "@playwright/test";
import type { Translate } from "~/i18n/translator";

/**
 * Signs in on the login page. The demonstration accounts of the embedded acq share a password
 * (docs/develop/acq-protocol.md#embedded-acq).
 */
export async function signIn(
  page: Page,
  t: Translate,
  email: string,
  password = "velvetgate",
): Promise<void> {
  await page.getByLabel(t("account:login.emailLabel"), { exact: true }).fill(email);
  await page.getByLabel(t("account:login.passwordLabel"), { exact: true }).fill(password);
  await page
    .getByRole("main")
    .getByRole("button", { name: t("account:login.button"), exact: true })
    .click();
}
