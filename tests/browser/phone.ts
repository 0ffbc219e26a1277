import type { Page } from "@playwright/test";
import type { Translate } from "~/i18n/translator";
import type { OpenSite } from "../support/velvetgate";
import { expect } from "./fixtures";

/** Opens the link in the newest e-mail to an address on another device, and activates the account there. */
export async function activateOnPhone(
  page: Page,
  site: OpenSite,
  t: Translate,
  email: string,
): Promise<void> {
  const [mail] = await site.mailsTo(email);
  const phone = await page.context().browser()?.newContext({ javaScriptEnabled: false });
  const screen = await phone?.newPage();
  if (!phone || !screen) throw new Error("there is no other device");
  await screen.goto(mail?.links[0] ?? "");
  await screen.getByRole("button", { name: t("activation:page.button"), exact: true }).click();
  await expect(screen).toHaveURL(/done=activated/);
  await phone.close();
}
