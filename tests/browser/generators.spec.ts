import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { TestSite } from "../support/velvetgate";
import { pageEventsIn } from "../support/page-events";
import { expect, test } from "./fixtures";
import { signIn } from "./members";
import {
  expectHydrated,
  expectPageTitle,
  expectErrorSummary,
  locateHeading,
  createVariant,
} from "./registration";

const variant = createVariant("de");
const { t } = variant;

const linkGeneratorPath = "/de/admin/registrationlinkgenerator";
const splitGeneratorPath = "/de/admin/splitgenerator";

async function openGenerator(page: Page, site: TestSite, path: string): Promise<void> {
  await page.goto(site.url(path));
  await signIn(page, t, "admin@example.com");
  await expect(page).toHaveURL(site.url(path));
}

const locateCodeField = (page: Page) => page.getByLabel(t("admin:linkGenerator.codeLabel"), { exact: true });
const locateGeneratedLink = (page: Page, code: string) =>
  page.getByLabel(t("admin:linkGenerator.linkLabel", { code }), { exact: true });

/** Types a code into the focused field and submits it, by keyboard only. */
async function generateLink(page: Page, code: string): Promise<void> {
  await expect(locateCodeField(page)).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press("Enter");
}

/**
 * Moves the focus from the generated link back to the code field. Waits for hydration first, since hydration selects
 * the link.
 */
async function returnToField(page: Page, isJavaScriptEnabled: boolean): Promise<void> {
  if (isJavaScriptEnabled) await expectHydrated(page);
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
}

test("registration links can be generated one after another by keyboard", async ({
  page,
  site,
  isJavaScriptEnabled,
}) => {
  await openGenerator(page, site, linkGeneratorPath);
  await generateLink(page, "WELCOME");
  await expect(locateGeneratedLink(page, "WELCOME")).toBeFocused();
  await expect(locateGeneratedLink(page, "WELCOME")).toHaveValue(
    /\/registration\/formstarted\?rc=WELCOME&vt=/,
  );
  await expect(page.getByText(/^Gültig bis \d+\. \p{L}+ 20\d\d \(in 14 Tagen\)$/u)).toBeVisible();

  await returnToField(page, isJavaScriptEnabled);
  await expect(locateCodeField(page)).toHaveValue("");
  await generateLink(page, "NEEDSVT");
  await expect(locateGeneratedLink(page, "NEEDSVT")).toBeFocused();
  await expect(locateGeneratedLink(page, "WELCOME")).toBeHidden();
  await page.getByText("WELCOME", { exact: true }).click();
  await expect(locateGeneratedLink(page, "WELCOME")).toBeVisible();

  // The list of generated links exists only in the page that showed it.
  await page.goto(site.url(linkGeneratorPath));
  await expect(locateCodeField(page)).toBeFocused();
  await expect(page.getByText("NEEDSVT")).toHaveCount(0);
});

test(
  "generated link opens the form in each language, with the headline that the generator has shown",
  { tag: "@script" },
  async ({ page, site }) => {
    await openGenerator(page, site, linkGeneratorPath);
    await generateLink(page, "NEEDSVT");
    const linkUrl = await locateGeneratedLink(page, "NEEDSVT").inputValue();
    await page.getByText(t("admin:link.languages")).click();
    const polishLink = await page.getByLabel("Polski", { exact: true }).inputValue();
    expect(polishLink).toBe(linkUrl.replace("/registration/", "/pl/registration/"));
    await expect(
      page.getByText(t("registration:form.headingInvited", { inviter: "Lena" })).last(),
    ).toBeVisible();
    const picture = page.getByRole("img", { name: t("landing:share.alt") });
    await expect(picture).toHaveAttribute("src", "/share/de.jpg");

    await page.goto(polishLink);
    const polishHeading = createVariant("pl").t("registration:form.headingInvited", { inviter: "Lena" });
    await expect(locateHeading(page, polishHeading)).toBeVisible();
  },
);

test("QR code can be downloaded as an SVG and a PNG file", { tag: "@script" }, async ({ page, site }) => {
  await openGenerator(page, site, linkGeneratorPath);
  await generateLink(page, "WELCOME");
  for (const [name, extension, start] of [
    [t("sharing:qr.svg"), "svg", "<svg "],
    [t("sharing:qr.png"), "png", "\u0089PNG"],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`qr-WELCOME.${extension}`);
    const file = readFileSync(await download.path(), "latin1");
    expect(file.slice(0, start.length)).toBe(start);
  }
});

test(
  "copy button copies the link to the clipboard, or selects the link if the browser forbids copying",
  { tag: "@script" },
  async ({ page, site }) => {
    await openGenerator(page, site, linkGeneratorPath);
    await generateLink(page, "WELCOME");
    await expectHydrated(page);
    const field = locateGeneratedLink(page, "WELCOME");
    const readSelectedLength = () =>
      field.evaluate((input) =>
        input instanceof HTMLInputElement ? (input.selectionEnd ?? 0) - (input.selectionStart ?? 0) : 0,
      );
    const { length } = await field.inputValue();
    await expect.poll(readSelectedLength).toBe(length);
    await page.evaluate(() =>
      Object.defineProperty(navigator, "clipboard", {
        value: { writeText: () => Promise.reject(new Error()) },
      }),
    );
    await page
      .getByRole("button", { name: t("sharing:copy.button") })
      .first()
      .click();
    await expect(page.getByText(t("sharing:copy.selected"))).toBeVisible();
    await expect.poll(readSelectedLength).toBe(length);
  },
);

test(
  "link generator shows the reason for a rejected code, and keeps earlier links on the page",
  { tag: "@script" },
  async ({ page, site, allowPageError }) => {
    allowPageError(/status of (422|503)/);
    await openGenerator(page, site, linkGeneratorPath);
    await generateLink(page, "WELCOME");
    await locateCodeField(page).fill("EMPTY");
    await page.keyboard.press("Enter");
    await expectErrorSummary(page, t, [t("admin:problem.REGISTRATION_CODE_NO_BALANCE_LEFT")]);
    await expect(locateCodeField(page)).toHaveValue("EMPTY");
    await expect(locateGeneratedLink(page, "WELCOME")).toBeVisible();

    await site.addFault({ operationName: "generateRegistrationLink", kind: "status", value: 502, times: 2 });
    await locateCodeField(page).fill("VIP2026");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert")).toContainText(t("common:failure.kept"));
    await expect(locateCodeField(page)).toHaveValue("VIP2026");
    await expect(locateGeneratedLink(page, "WELCOME")).toBeVisible();
  },
);

const locateTarget = (page: Page, targetNumber: number) =>
  page.getByLabel(t("admin:splitGenerator.target", { number: targetNumber }), { exact: true });
const locateWeight = (page: Page, targetNumber: number) =>
  page.getByLabel(t("admin:splitGenerator.weight", { number: targetNumber }), { exact: true });

test("split link that an administrator generates by keyboard always leads a visitor to the same target", async ({
  page,
  site,
  browser,
  isJavaScriptEnabled,
}) => {
  await openGenerator(page, site, splitGeneratorPath);
  await expectPageTitle(page, variant, t("admin:splitGenerator.title"));
  await expect(locateTarget(page, 1)).toBeFocused();
  await page.keyboard.type("/viral");
  await locateTarget(page, 2).fill("NEEDSVT");
  await locateWeight(page, 2).fill("3");
  if (isJavaScriptEnabled) await expectHydrated(page);
  await page.getByRole("button", { name: t("admin:splitGenerator.add") }).click();
  await expect(locateTarget(page, 3)).toBeFocused();
  await expect(locateWeight(page, 2)).toHaveValue("3");
  await page.keyboard.type("/membership-interest");
  await page.keyboard.press("Enter");

  const field = page.getByLabel(t("admin:splitGenerator.linkLabel"), { exact: true });
  await expect(field).toBeFocused();
  await expect(locateTarget(page, 3)).toHaveValue("/membership-interest");
  const sharesBar = page.getByRole("img", { name: t("admin:splitGenerator.shares") });
  await expect(sharesBar).toHaveAccessibleName(/1: 20\s%, 2: 60\s%, 3: 20\s%$/);
  await expect(page.getByRole("row").nth(2)).toHaveText(/NEEDSVT.*60\s%/);

  const linkUrl = await field.inputValue();
  const context = await browser.newContext({ javaScriptEnabled: isJavaScriptEnabled, locale: "fr" });
  const visitor = await context.newPage();
  const firstResponse = await visitor.goto(linkUrl);
  const targetUrl = visitor.url();
  expect(targetUrl).toMatch(/\/(viral|membership-interest|registration\/formstarted\?rc=NEEDSVT&vt=.*)$/);
  await expect(visitor.locator("html")).toHaveAttribute("lang", "fr-FR");
  const assignmentEvent = expect.objectContaining({ event: "assign_experiment" });
  expect(pageEventsIn((await firstResponse?.text()) ?? "")).toContainEqual(assignmentEvent);
  await visitor.goto(linkUrl);
  expect(visitor.url()).toBe(targetUrl);
  const secondResponse = await visitor.reload();
  expect(pageEventsIn((await secondResponse?.text()) ?? "")).not.toContainEqual(assignmentEvent);
  await context.close();
});

test(
  "split generator shows the errors of invalid targets, and keeps all input",
  { tag: "@script" },
  async ({ page, site, allowPageError }) => {
    allowPageError(/status of 422/);
    await openGenerator(page, site, splitGeneratorPath);
    await locateTarget(page, 1).fill("/admin/splitgenerator");
    await locateTarget(page, 2).fill("EXPIRED");
    await locateWeight(page, 2).fill("0");
    await page.keyboard.press("Enter");
    const formatProblem = (field: string, message: string) => t("admin:problemAt", { field, message });
    const weightLabel = t("admin:splitGenerator.weight", { number: 2 });
    const [firstTarget, secondTarget] = [1, 2].map((targetNumber) =>
      t("admin:splitGenerator.target", { number: targetNumber }),
    );
    await expectErrorSummary(page, t, [
      formatProblem(firstTarget ?? "", t("admin:problem.target")),
      formatProblem(weightLabel, t("admin:problem.weight")),
    ]);
    await page.getByRole("alert").getByRole("link").last().click();
    await expect(locateWeight(page, 2)).toBeFocused();
    await locateWeight(page, 2).fill("2");
    await locateTarget(page, 1).fill("/viral");
    await page.keyboard.press("Enter");
    await expectErrorSummary(page, t, [
      formatProblem(secondTarget ?? "", t("admin:problem.REGISTRATION_CODE_EXPIRED")),
    ]);
    await expect(locateWeight(page, 2)).toHaveValue("2");
  },
);
