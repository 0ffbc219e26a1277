import type { BrowserContext, Page } from "@playwright/test";
import type { TestSite } from "../support/velvetgate";
import { atDomContentLoaded, documentChanges, readPage } from "./changed-documents";
import { expect, test } from "./fixtures";
import {
  expectHydrationSettled,
  fillRegistration,
  locateHeading,
  holdEntryScript,
  createUniqueEmail,
  openForm,
  locateRegistrationForm,
  createVariant,
} from "./registration";

const variant = createVariant("de");
const { t } = variant;

/** Pages that hydrate. Each page has a field in which the test types. */
const pages = {
  "the landing page": { path: "/de", field: "#registrationCode" },
  "the landing page of an invitation": { path: "/de?rc=WELCOME", field: "main [name=email]" },
  "the registration form": { path: "/de/registration/formstarted?rc=WELCOME", field: "[name=firstname]" },
  "the login": { path: "/de/login", field: "[name=email]" },
  "the application": { path: "/de/membership-interest/apply", field: "[name=email]" },
  "the resend form": { path: "/de/registration/resend", field: "[name=email]" },
  "the activation page": {
    path: "/de/registration/activateaccount?accountActivationId=any",
    field: "main button",
  },
} satisfies Record<string, { path: string; field: string }>;

const outerElementPattern = /document|head|body/;

test.beforeEach(({ allowPageError }) => {
  // The site's Content-Security-Policy logs an error for an extension's inline style. The browser applies the style
  // anyway, because the extension's policy allows it.
  allowPageError(/inline style/);
});

for (const [name, { path, field }] of Object.entries(pages))
  test(`${name} keeps document changes that extensions made before hydration`, async ({ context, site }) => {
    for (const change of changes) await expectUnchangedPage(context, { url: site.url(path), field, change });
  });

test("registration-complete page keeps document changes that extensions made before hydration", async ({
  page,
  context,
  site,
}) => {
  await openForm(page, site.url, variant);
  await fillRegistration(page, t, createUniqueEmail());
  await locateRegistrationForm(page, t).button.click();
  await expect(locateHeading(page, t("progress:finished.heading"))).toBeVisible();
  for (const change of changes)
    await expectUnchangedPage(context, { url: page.url(), field: "main form button", change });
});

for (const [step, path] of [
  ["first", "/de/registration/formstarted?rc=WELCOME"],
  ["second", "/de/registration/formstarted?step=2"],
] as const)
  test(`${step} step of the lean flow keeps document changes that extensions made before hydration`, async ({
    page,
    context,
    getSiteWithEnv,
  }) => {
    const leanSite = await getSiteWithEnv({ FEATURES: "registration-flow=lean" });
    await openFirstFormStep(page, leanSite);
    if (step === "second") {
      await page.locator("[name=email]").fill(createUniqueEmail());
      await page.getByRole("button", { name: t("registration:lean.continue"), exact: true }).click();
      await expect(locateRegistrationForm(page, t).firstname).toBeVisible();
    }
    const field = step === "first" ? "[name=email]" : "[name=firstname]";
    for (const change of changes)
      await expectUnchangedPage(context, {
        url: step === "first" ? leanSite.url(path) : page.url(),
        field,
        change,
      });
  });

type DocumentChange = (typeof changes)[number];
const changes = Object.entries(documentChanges).map(([name, make]) => ({
  name,
  script: atDomContentLoaded(make),
  isOutside: outerElementPattern.test(name),
}));

async function openFirstFormStep(page: Page, site: TestSite): Promise<void> {
  await page.goto(site.url("/de/registration/formstarted?rc=WELCOME"));
  await expect(page.locator("[name=email]")).toBeVisible();
}

interface Visit {
  url: string;
  field: string;
  change: DocumentChange;
}

/** Types before the page's scripts load, and compares the page before and after hydration. */
async function expectUnchangedPage(context: BrowserContext, { url, field, change }: Visit): Promise<void> {
  const page = await context.newPage();
  await page.addInitScript({ content: change.script });
  const release = await holdEntryScript(page);
  await page.goto(url);
  await page.locator(field).first().focus();
  await page.keyboard.type("Abc");
  const pageBefore = await page.evaluate(readPage);
  release();
  await expectHydrationSettled(page);
  const pageAfter = await page.evaluate(readPage);
  expect({ change: change.name, ...pageAfter }).toEqual({ change: change.name, ...pageBefore });
  if (change.isOutside) await expect(page.locator("html")).toHaveAttribute("data-hydrated");
  await page.close();
}
