import type { Page } from "@playwright/test";
import { localeCodes } from "~/i18n/locales";
import type { Velvetgate } from "../support/velvetgate";
import { expect, expectAccessible, test } from "./fixtures";
import { signIn } from "./members";
import {
  expectHydrated,
  fillRegistration,
  heading,
  newAddress,
  openForm,
  registrationForm,
  variantOf,
  type Variant,
} from "./registration";

interface State {
  name: string;
  open: (page: Page, site: Velvetgate, variant: Variant) => Promise<unknown>;
}

const at = (path: string): State => ({
  name: path,
  open: (page, site, { prefix }) => page.goto(site.url(`${prefix}${path}`)),
});

const mainStates: State[] = [
  { ...at(""), name: "landing page" },
  at("?rc=WELCOME"),
  { name: "form", open: (page, site, variant) => openForm(page, site.url, variant) },
  { name: "form with errors", open: openFormWithErrors },
  { name: "form finished", open: register },
  at("/registration/activateaccount?accountActivationId=any"),
  at("/registration/deny?reason=no-balance"),
  at("/membership-interest/apply"),
  at("/login"),
  at("/error/404"),
];

const otherStates: State[] = [
  { name: "code form with an error", open: sendEmptyCode },
  { name: "application received", open: apply },
  { name: "account is pending", open: (...page) => register(...page, "pending@example.com") },
  { name: "account is active", open: (...page) => register(...page, "active@example.com") },
  { name: "sign-in with an error", open: signInWrongly },
  { name: "own invitations", open: (...page) => signInTo(...page, "/invite", "member@example.com") },
  {
    name: "link generator",
    open: (...page) => signInTo(...page, "/admin/registrationlinkgenerator", "admin@example.com"),
  },
  {
    name: "split generator",
    open: (...page) => signInTo(...page, "/admin/splitgenerator", "admin@example.com"),
  },
  { name: "open language selector", open: openLanguages },
  at("/registration/activateaccount?done=activated"),
  at("/registration/activateaccountError?reason=not-found"),
  at("/registration/deny?reason=invalid"),
  at("/registration/gift-voucher"),
  at("/registration/resend"),
  at("/registration/resend?done=sent"),
  at("/membership-interest"),
  at("/products/ombrelune"),
  at("/coming-soon/google"),
  at("/info/terms"),
  at("/error/500"),
];

test.use({ viewport: { width: 320, height: 640 } });
test.beforeEach(({ withScript, allowPageError }) => {
  test.skip(!withScript, "axe needs scripts");
  allowPageError(/status of (403|404|422|500) /);
});

for (const locale of localeCodes)
  for (const { name, open } of [...mainStates, ...(locale === "en" ? otherStates : [])])
    test(`${locale}, ${name}: accessible on a narrow screen`, async ({ page, site }) => {
      await open(page, site, variantOf(locale));
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await expectLargeTargets(page);
    });

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });
  for (const { name, open } of [...mainStates, ...otherStates])
    test(`en, ${name}: accessible`, async ({ page, site }) => {
      await open(page, site, variantOf("en"));
      await expectAccessible(page);
    });
});

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1440, height: 900 } });
  for (const { name, open } of mainStates)
    test(`en, ${name}: accessible`, async ({ page, site }) => {
      await open(page, site, variantOf("en"));
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await expectLargeTargets(page);
    });
});

async function openFormWithErrors(page: Page, site: Velvetgate, variant: Variant): Promise<void> {
  await openForm(page, site.url, variant);
  await expectHydrated(page);
  await registrationForm(page, variant.t).button.click();
  await expect(page.getByRole("alert")).toBeVisible();
}

async function register(page: Page, site: Velvetgate, variant: Variant, email = newAddress()): Promise<void> {
  await openForm(page, site.url, variant);
  await fillRegistration(page, variant.t, email);
  await registrationForm(page, variant.t).button.click();
  await page.waitForURL(/finished|complete/);
}

async function sendEmptyCode(page: Page, site: Velvetgate, { prefix, t }: Variant): Promise<void> {
  await page.goto(site.url(prefix));
  await page.getByRole("button", { name: t("landing:code.button"), exact: true }).click();
  await expect(page.getByRole("alert")).toBeVisible();
}

async function apply(page: Page, site: Velvetgate, { prefix, t }: Variant): Promise<void> {
  await page.goto(site.url(`${prefix}/membership-interest/apply`));
  await page.getByLabel(t("interest:apply.emailLabel"), { exact: true }).fill(newAddress());
  await page.getByRole("button", { name: t("interest:apply.button") }).click();
  await expect(heading(page, t("interest:confirmation.heading"))).toBeVisible();
}

async function signInWrongly(page: Page, site: Velvetgate, { prefix, t }: Variant): Promise<void> {
  await page.goto(site.url(`${prefix}/login`));
  await page
    .getByRole("main")
    .getByRole("button", { name: t("account:login.button"), exact: true })
    .click();
  await expect(page.getByRole("alert")).toBeVisible();
}

async function signInTo(page: Page, site: Velvetgate, { prefix, t }: Variant, path: string, email: string) {
  await page.goto(site.url(`${prefix}${path}`));
  await signIn(page, t, email);
  await expect(page).toHaveURL(site.url(`${prefix}${path}`));
}

async function openLanguages(page: Page, site: Velvetgate, { prefix }: Variant): Promise<void> {
  await page.goto(site.url(prefix));
  await page.getByRole("banner").locator("summary").click();
  await expect(page.getByRole("button", { name: "Nederlands" })).toBeVisible();
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(tooWide).toBeLessThanOrEqual(0);
}

/** 44 px high: what is a button, a field or a way to go; not links inside sentences. */
async function expectLargeTargets(page: Page): Promise<void> {
  await page
    .locator("details")
    .evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));
  const ownTargets = "button, summary, select, .button, header a, footer a, .links a, [role=alert] a";
  const fields = "input:not([type=hidden], [type=radio], [type=checkbox])";
  const choices =
    "label:has(~ input[type=checkbox]), input[type=checkbox] ~ label, input[type=radio] ~ label";
  const small = await page
    .locator([ownTargets, fields, choices].join(", "))
    .filter({ visible: true })
    .and(page.locator("body :not([aria-hidden=true])"))
    .evaluateAll(heightsUnder44);
  expect(small).toEqual([]);
}

function heightsUnder44(found: Element[]): string[] {
  return found
    .filter((one) => one.getBoundingClientRect().height < 43.9)
    .map((one) => `${one.getBoundingClientRect().height} px: ${one.outerHTML.slice(0, 120)}`);
}
