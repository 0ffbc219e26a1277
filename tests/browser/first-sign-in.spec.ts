import type { Page } from "@playwright/test";
import { journeyWords } from "../support/journey-words";
import type { TestSite } from "../support/velvetgate";
import { expect, test } from "./fixtures";
import { signIn } from "./members";
import {
  enterEmail,
  enterCode,
  expectPage,
  fillRegistration,
  heading,
  newEmail,
  registrationForm,
  variantOf,
  type Variant,
} from "./registration";

const password = "a velvet rope";
const variant = variantOf("sv");
const { t } = variant;

test("new member registers, signs in and invites a friend", async ({ page, site, browser, withScript }) => {
  const email = newEmail();
  await test.step("new member registers", async () => {
    await page.goto(site.url("/sv"));
    await enterCode(page, t, "WELCOME");
    await sendForm(page, variant, email);
  });
  await test.step("new member activates the account and chooses a password", async () => {
    await activate(page, site, variant, email);
    // The embedded acq serves these pages, with its own texts.
    await page.getByLabel("Lösenord", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Spara lösenordet" }).click();
    await page.getByRole("link", { name: "Logga in" }).click();
  });
  await test.step("new member signs in and finds the invitations", async () => {
    await expectPage(page, variant, t("account:login.title"));
    await signIn(page, t, email, password);
    await expect(page).toHaveURL(site.url("/sv/invite"));
    await expect(heading(page, t("account:invite.heading"))).toBeVisible();
    await expectInvitationCounts(page, variant, { free: 5, pending: 0, joined: 0 });
  });

  const link = await page.getByLabel(t("sharing:share.label"), { exact: true }).inputValue();
  const friendsEmail = newEmail();
  const friends = await browser.newContext({
    locale: "fr-FR",
    javaScriptEnabled: withScript,
    extraHTTPHeaders: { "X-Forwarded-For": "10.77.66.55" },
  });
  const friend = await friends.newPage();
  const frenchVariant = variantOf("fr", "");
  await test.step("new member sends the personal link to a friend, and the friend registers", async () => {
    await friend.goto(link);
    await expect(friend).toHaveURL(site.url(`/viral?rc=${await page.locator(".code").innerText()}`));
    await expect(
      heading(friend, frenchVariant.t("landing:headline.invited", { inviter: "Zoë" })),
    ).toBeVisible();
    await enterEmail(friend, frenchVariant.t, friendsEmail);
    await sendForm(friend, frenchVariant, friendsEmail);
    await page.reload();
    await expectInvitationCounts(page, variant, { free: 4, pending: 1, joined: 0 });
  });
  await test.step("new member sees the friend counted as a member", async () => {
    await activate(friend, site, variantOf("fr"), friendsEmail);
    await page.reload();
    await expectInvitationCounts(page, variant, { free: 4, pending: 0, joined: 1 });
  });
  await friends.close();

  await test.step("new member logs out and has to log in again", async () => {
    await page.getByRole("button", { name: t("frame:header.logout") }).click();
    await expect(page).toHaveURL(site.url("/sv"));
    await page.goto(site.url("/sv/invite"));
    await expectPage(page, variant, t("account:login.title"));
  });
});

async function sendForm(page: Page, { t }: Variant, email: string): Promise<void> {
  await fillRegistration(page, t, email);
  await registrationForm(page, t).button.click();
  await expect(heading(page, t("progress:finished.heading"))).toBeVisible();
}

/** Activates the account, and opens the embedded acq's page where the new member chooses a password. */
async function activate(page: Page, site: TestSite, { locale, t }: Variant, email: string): Promise<void> {
  const [mail] = await site.mailsTo(email);
  await page.goto(mail?.links[0] ?? "");
  await page.getByRole("button", { name: t("activation:page.button"), exact: true }).click();
  await page.getByRole("link", { name: t("activation:activated.button"), exact: true }).click();
  await expect(page.getByRole("heading", { name: journeyWords[locale].welcomeTitle })).toBeVisible();
}

async function expectInvitationCounts(
  page: Page,
  { t }: Variant,
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
