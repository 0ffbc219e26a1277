import type { Page } from "@playwright/test";
import type { TestSite } from "../support/velvetgate";
import { acceptInvitation, registerNewMember, newMembersPassword } from "../support/new-member";
import { pageAddresses } from "../support/page-addresses";
import { expect } from "./fixtures";
import { signIn } from "./members";
import { activateOnPhone } from "./phone";
import {
  expectFieldError,
  enterCode,
  expectHydrated,
  fillRegistration,
  locateHeading,
  createUniqueEmail,
  openForm,
  locateRegistrationForm,
  type PageVariant,
} from "./registration";

/** A page in one of its states, and the steps that open it. */
export interface PageState {
  name: string;
  open: (page: Page, site: TestSite, variant: PageVariant) => Promise<unknown>;
  /** The path of the page, if opening the path leads to this state without further steps. */
  openedPath?: string;
}

const createPageState = (path: string): PageState => ({
  name: path,
  openedPath: path,
  open: (page, site, { prefix }) => page.goto(site.url(`${prefix}${path}`)),
});

/** The page states that most visitors see. */
export const mainPageStates: PageState[] = [
  { ...createPageState(""), name: "landing page" },
  createPageState("?rc=WELCOME"),
  { name: "form", open: (page, site, variant) => openForm(page, site.url, variant) },
  { name: "form with errors", open: openFormWithErrors },
  { name: "form finished", open: registerVisitor },
  createPageState("/registration/activateaccount?accountActivationId=any"),
  createPageState("/registration/deny?reason=no-balance"),
  createPageState("/membership-interest/apply"),
  createPageState("/login"),
  createPageState("/error/404"),
];

export const otherPageStates: PageState[] = [
  { name: "code form with an error", open: submitEmptyCode },
  { name: "/membership-interest/confirmation", open: applyForMembership },
  {
    name: "/registration/registrationformemailpendingcomplete",
    open: (...page) => registerVisitor(...page, "pending@example.com"),
  },
  {
    name: "registration of an active address",
    open: (...page) => registerVisitor(...page, "active@example.com"),
  },
  { name: "sign-in with an error", open: signInWithWrongPassword },
  { name: "rate-limited sign-in", open: exceedPasswordLimit },
  { name: "no invitation left", open: useAllInvitations },
  { name: "own invitations", open: (...page) => signInAndOpen(...page, "/invite", "member@example.com") },
  {
    name: "link generator",
    open: (...page) => signInAndOpen(...page, "/admin/registrationlinkgenerator", "admin@example.com"),
  },
  {
    name: "split generator",
    open: (...page) => signInAndOpen(...page, "/admin/splitgenerator", "admin@example.com"),
  },
  { name: "open language selector", open: openLanguageMenu },
  { name: "too many codes", open: exceedCodeLimit },
  { name: "form without acq", open: openFormWithoutAcq },
  { name: "address looks mistyped", open: enterMistypedEmail },
  { name: "mail requested too early", open: requestMailTooEarly },
  { name: "account is not active yet", open: openInactiveAccountNotice },
  { name: "account became active elsewhere", open: activateOnOtherDevice },
  { name: "link generated", open: generateLink },
  { name: "several links generated", open: generateLinks },
  { name: "link not generated", open: openLinkError },
  {
    name: "split link generated",
    open: (...page) => generateSplitLink(...page, ["/viral", "WELCOME", "/social"]),
  },
  {
    name: "split link not generated",
    open: (...page) => generateSplitLink(...page, ["/admin", "EXPIRED", "x/y"]),
  },
  { name: "product opened", open: openProductPage },
  { name: "shown coming soon message", open: chooseAnnouncedWay },
  ...pageAddresses
    .filter((path) => !mainPageStates.some(({ openedPath }) => openedPath === path))
    .map(createPageState),
];

async function openFormWithErrors(page: Page, site: TestSite, variant: PageVariant): Promise<void> {
  await openForm(page, site.url, variant);
  await expectHydrated(page);
  await locateRegistrationForm(page, variant.t).button.click();
  await expect(page.getByRole("alert")).toBeVisible();
}

async function registerVisitor(
  page: Page,
  site: TestSite,
  variant: PageVariant,
  email = createUniqueEmail(),
): Promise<void> {
  await openForm(page, site.url, variant);
  await fillRegistration(page, variant.t, email);
  await locateRegistrationForm(page, variant.t).button.click();
  await page.waitForURL(/finished|complete/);
}

async function submitEmptyCode(page: Page, site: TestSite, { prefix, t }: PageVariant): Promise<void> {
  await page.goto(site.url(prefix));
  await page.getByLabel(t("landing:code.label"), { exact: true }).press("Enter");
  await expectFieldError(page, t("landing:code.label"), t("landing:code.missing"));
}

async function applyForMembership(page: Page, site: TestSite, { prefix, t }: PageVariant): Promise<void> {
  await page.goto(site.url(`${prefix}/membership-interest/apply`));
  await page.getByLabel(t("interest:apply.emailLabel"), { exact: true }).fill(createUniqueEmail());
  await page.getByRole("button", { name: t("interest:apply.button") }).click();
  await expect(locateHeading(page, t("interest:confirmation.heading"))).toBeVisible();
}

async function signInWithWrongPassword(
  page: Page,
  site: TestSite,
  { prefix, t }: PageVariant,
): Promise<void> {
  await page.goto(site.url(`${prefix}/login`));
  await page
    .getByRole("main")
    .getByRole("button", { name: t("account:login.button"), exact: true })
    .click();
  await expect(page.getByRole("alert")).toBeVisible();
}

async function exceedPasswordLimit(page: Page, site: TestSite, { prefix, t }: PageVariant): Promise<void> {
  await page.goto(site.url(`${prefix}/login`));
  const email = createUniqueEmail();
  for (let attemptIndex = 0; attemptIndex <= 5; attemptIndex += 1) await signIn(page, t, email);
  await expect(page.getByRole("alert")).toContainText(t("account:login.waiting", { count: 10 }));
}

async function useAllInvitations(page: Page, site: TestSite, { prefix, t }: PageVariant): Promise<void> {
  const { email } = await registerNewMember(site);
  await page.goto(site.url(`${prefix}/invite`));
  await signIn(page, t, email, newMembersPassword);
  await acceptInvitation(site, await page.locator(".code").innerText(), 5);
  await page.reload();
  await expect(locateHeading(page, t("account:invite.none.heading"))).toBeVisible();
}

async function signInAndOpen(
  page: Page,
  site: TestSite,
  { prefix, t }: PageVariant,
  path: string,
  email: string,
) {
  await page.goto(site.url(`${prefix}${path}`));
  await signIn(page, t, email);
  await expect(page).toHaveURL(site.url(`${prefix}${path}`));
}

async function exceedCodeLimit(page: Page, site: TestSite, { prefix, t }: PageVariant): Promise<void> {
  await page.goto(site.url(prefix));
  for (let attemptIndex = 0; attemptIndex <= 10; attemptIndex += 1)
    await enterCode(page, t, `GUESS${attemptIndex}`);
  // Waits for the message of the limit: only this message at the code field contains a number, the minutes until the
  // visitor may try again.
  await expect(page.getByRole("alert")).toContainText(/\d/);
}

async function openFormWithoutAcq(page: Page, site: TestSite, { prefix, t }: PageVariant): Promise<void> {
  await site.addFault({ operationName: "checkRegistrationCode", kind: "status", value: 502, times: 2 });
  await page.goto(site.url(`${prefix}/registration/formstarted?rc=WELCOME`));
  await expect(locateHeading(page, t("errors:unavailable.heading"))).toBeVisible();
}

async function enterMistypedEmail(page: Page, site: TestSite, variant: PageVariant): Promise<void> {
  const { t } = variant;
  await openForm(page, site.url, variant);
  await expectHydrated(page);
  await fillRegistration(page, t, createUniqueEmail().replace("example.com", "gamil.com"));
  await expect(page.getByRole("button", { name: /@gmail\.com/ })).toBeVisible();
}

async function requestMailTooEarly(page: Page, site: TestSite, variant: PageVariant): Promise<void> {
  await registerVisitor(page, site, variant);
  await page.getByRole("button", { name: variant.t("progress:mail.resendButton") }).click();
  await expect(page.getByRole("main").getByRole("status").first()).toBeVisible();
}

async function openInactiveAccountNotice(page: Page, site: TestSite, variant: PageVariant): Promise<void> {
  await registerVisitor(page, site, variant);
  await page.getByRole("button", { name: variant.t("progress:check.button") }).click();
  await expect(page.getByText(variant.t("progress:check.notYet"))).toBeVisible();
}

async function activateOnOtherDevice(page: Page, site: TestSite, variant: PageVariant): Promise<void> {
  const email = createUniqueEmail();
  await registerVisitor(page, site, variant, email);
  await activateOnPhone(page, site, variant.t, email);
  await expect(page.getByRole("heading", { name: variant.t("progress:news.heading") })).toBeVisible();
}

async function generateLink(page: Page, site: TestSite, variant: PageVariant): Promise<void> {
  const { t } = variant;
  await signInAndOpen(page, site, variant, "/admin/registrationlinkgenerator", "admin@example.com");
  await requestLink(page, variant, "WELCOME");
  await expect(page.getByText(t("admin:linkGenerator.result"))).toBeVisible();
}

async function generateLinks(page: Page, site: TestSite, variant: PageVariant): Promise<void> {
  await generateLink(page, site, variant);
  for (const code of ["VIP2026", "NEEDSVT"]) {
    await requestLink(page, variant, code);
    const label = variant.t("admin:linkGenerator.linkLabel", { code });
    await expect(page.getByLabel(label, { exact: true })).toBeVisible();
  }
}

async function openLinkError(page: Page, site: TestSite, variant: PageVariant): Promise<void> {
  await generateLink(page, site, variant);
  await requestLink(page, variant, "EXPIRED");
  await expect(page.getByRole("alert")).toBeVisible();
}

async function requestLink(page: Page, { t }: PageVariant, code: string): Promise<void> {
  await page.getByLabel(t("admin:linkGenerator.codeLabel"), { exact: true }).fill(code);
  await page.getByRole("button", { name: t("admin:linkGenerator.button") }).click();
}

async function generateSplitLink(
  page: Page,
  site: TestSite,
  variant: PageVariant,
  targets: readonly string[],
) {
  const { t } = variant;
  await signInAndOpen(page, site, variant, "/admin/splitgenerator", "admin@example.com");
  const addButton = page.getByRole("button", { name: t("admin:splitGenerator.add") });
  for (const [index, target] of targets.entries()) {
    const label = t("admin:splitGenerator.target", { number: index + 1 });
    if (index >= 2) await addButton.click();
    await page.getByLabel(label, { exact: true }).fill(target);
  }
  await page.getByRole("button", { name: t("admin:splitGenerator.button") }).click();
  const sharesHeading = page.getByRole("heading", { name: t("admin:splitGenerator.shares") });
  await expect(page.getByRole("alert").or(sharesHeading)).toBeVisible();
}

async function openProductPage(page: Page, site: TestSite, { prefix }: PageVariant): Promise<void> {
  await page.goto(site.url(prefix));
  await expectHydrated(page);
  await page.getByRole("link", { name: /Mirovale/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function chooseAnnouncedWay(page: Page, site: TestSite, { prefix, t }: PageVariant): Promise<void> {
  await page.goto(site.url(prefix));
  await expectHydrated(page);
  const googleLabel = t("landing:way.provider", { provider: "Google" });
  await page.getByRole("link", { name: googleLabel }).click();
  await expect(page.getByText(t("landing:way.soonMessage", { provider: "Google" }))).toBeVisible();
}

async function openLanguageMenu(page: Page, site: TestSite, { prefix }: PageVariant): Promise<void> {
  await page.goto(site.url(prefix));
  await page.getByRole("banner").locator("summary").click();
  await expect(page.getByRole("banner").getByRole("button", { name: "Nederlands" })).toBeVisible();
}
