import type { Page } from "@playwright/test";
import type { Translate } from "~/i18n/translator";
import type { TestSite } from "../support/velvetgate";
import { expect } from "./fixtures";

/** On another device, opens the link in the newest e-mail to an address, and activates the account. */
export async function activateOnPhone(
  page: Page,
  site: TestSite,
  t: Translate,
  email: string,
): Promise<void> {
  const [mail] = await site.fetchMailsTo(email);
  const phoneContext = await page.context().browser()?.newContext({ javaScriptEnabled: false });
  const phonePage = await phoneContext?.newPage();
  if (!phoneContext || !phonePage) throw new Error("there is no other device");
  await phonePage.goto(mail?.links[0] ?? "");
  await phonePage.getByRole("button", { name: t("activation:page.button"), exact: true }).click();
  await expect(phonePage).toHaveURL(/done=activated/);
  await phoneContext.close();
}
