import type { Page } from "@playwright/test";
import { wordsByLocale } from "../support/journey-words";
import type { TestSite } from "../support/velvetgate";
import { expect, test } from "./fixtures";
import { signIn } from "./members";
import {
  enterEmail,
  fillSecondStep,
  enterCode,
  expectPageTitle,
  fillRegistration,
  locateHeading,
  createUniqueEmail,
  locateRegistrationForm,
  createVariant,
  type PageVariant,
} from "./registration";

const password = "a velvet rope";
const variant = createVariant("sv");
const { t } = variant;

test("new member registers, signs in and invites a friend", async ({
  page,
  site,
  browser,
  isJavaScriptEnabled,
}) => {
  const email = createUniqueEmail();
  await test.step("new member registers", async () => {
    await page.goto(site.url("/sv"));
    await enterCode(page, t, "WELCOME");
    await fillRegistration(page, variant.t, email);
    await submitForm(page, variant);
  });
  await test.step("new member activates the account and chooses a password", async () => {
    await activateByMail(page, site, variant, email);
    // The new member is now on a page of the embedded acq, which has its own texts.
    await page.getByLabel("Lösenord", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Spara lösenordet" }).click();
    await page.getByRole("link", { name: "Logga in" }).click();
  });
  await test.step("new member signs in and finds the invitations", async () => {
    await expectPageTitle(page, variant, t("account:login.title"));
    await signIn(page, t, email, password);
    await expect(page).toHaveURL(site.url("/sv/invite"));
    await expect(locateHeading(page, t("account:invite.heading"))).toBeVisible();
    await expectInvitationCounts(page, variant, { free: 5, pending: 0, joined: 0 });
  });

  const link = await page.getByLabel(t("sharing:share.label"), { exact: true }).inputValue();
  const friendsEmail = createUniqueEmail();
  const friendContext = await browser.newContext({
    locale: "fr-FR",
    javaScriptEnabled: isJavaScriptEnabled,
    extraHTTPHeaders: { "X-Forwarded-For": "10.77.66.55" },
  });
  const friendPage = await friendContext.newPage();
  const frenchVariant = createVariant("fr", "");
  await test.step("new member sends the personal link to a friend, and the friend registers", async () => {
    await friendPage.goto(link);
    await expect(friendPage).toHaveURL(site.url(`/viral?rc=${await page.locator(".code").innerText()}`));
    await expect(
      locateHeading(friendPage, frenchVariant.t("landing:invited.headline.viral", { inviter: "Zoë" })),
    ).toBeVisible();
    await enterEmail(friendPage, frenchVariant.t, friendsEmail);
    await fillSecondStep(friendPage, frenchVariant.t);
    await submitForm(friendPage, frenchVariant);
    await page.reload();
    await expectInvitationCounts(page, variant, { free: 4, pending: 1, joined: 0 });
  });
  await test.step("new member sees the friend counted as a member", async () => {
    await activateByMail(friendPage, site, createVariant("fr"), friendsEmail);
    await page.reload();
    await expectInvitationCounts(page, variant, { free: 4, pending: 0, joined: 1 });
  });
  await friendContext.close();

  await test.step("new member logs out and has to log in again", async () => {
    await page.getByRole("button", { name: t("frame:header.logout") }).click();
    await expect(page).toHaveURL(site.url("/sv"));
    await page.goto(site.url("/sv/invite"));
    await expectPageTitle(page, variant, t("account:login.title"));
  });
});

async function submitForm(page: Page, { t }: PageVariant): Promise<void> {
  await locateRegistrationForm(page, t).button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
}

/** Activates the account, and opens the embedded acq's page where the new member chooses a password. */
async function activateByMail(
  page: Page,
  site: TestSite,
  { locale, t }: PageVariant,
  email: string,
): Promise<void> {
  const [mail] = await site.fetchMailsTo(email);
  await page.goto(mail?.links[0] ?? "");
  await page.getByRole("button", { name: t("activation:page.button"), exact: true }).click();
  await page.getByRole("link", { name: t("activation:activated.button"), exact: true }).click();
  await expect(page.getByRole("heading", { name: wordsByLocale[locale].welcomeTitle })).toBeVisible();
}

async function expectInvitationCounts(
  page: Page,
  { t }: PageVariant,
  { free, pending, joined }: Record<"free" | "pending" | "joined", number>,
): Promise<void> {
  const invitationsRegion = page.getByRole("region", { name: t("account:invite.invitations") });
  await expect(invitationsRegion.getByRole("term")).toHaveText([
    t("account:invite.free"),
    t("account:invite.pending"),
    t("account:invite.joined"),
  ]);
  await expect(invitationsRegion.getByRole("definition")).toHaveText([free, pending, joined].map(String));
}
