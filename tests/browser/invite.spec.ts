import type { Page } from "@playwright/test";
import { acceptInvitation, registerNewMember, newMembersPassword } from "../support/new-member";
import { expect, test } from "./fixtures";
import { signIn } from "./members";
import { locateHeading, createVariant } from "./registration";

const variant = createVariant("nl");
const { t } = variant;

async function openInvitations(page: Page, url: (path: string) => string): Promise<void> {
  await page.goto(url("/nl/invite"));
  await signIn(page, t, "member@example.com");
  await expect(locateHeading(page, t("account:invite.heading"))).toBeVisible();
}

test(
  "invitations page shows the code, the link, the VIP status and its benefits",
  { tag: "@script" },
  async ({ page, site }) => {
    await openInvitations(page, site.url);
    const main = page.getByRole("main");
    await expect(main.getByText("VIP2026", { exact: true })).toBeVisible();
    await expect(main.getByText(t("account:invite.vip", { status: "Gold" }))).toBeVisible();
    await expect(page.getByLabel(t("sharing:share.label"), { exact: true })).toHaveValue(
      site.url("/viral?rc=VIP2026"),
    );
    for (const key of ["friend", "member"] as const)
      await expect(main.getByRole("heading", { name: t(`account:${key}.heading`) })).toBeVisible();
    await expect(main.getByText("München, Dornach en Vösendorf")).toBeVisible();
  },
);

test("QR code can be shown and downloaded", async ({ page, site, isJavaScriptEnabled }) => {
  await openInvitations(page, site.url);
  await expect(page.getByRole("img", { name: t("sharing:qr.label") })).toBeVisible();
  await page.getByText(t("sharing:qr.save"), { exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: t("sharing:qr.png") }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("invitation-VIP2026.png");
  if (!isJavaScriptEnabled) return;
  const pictureSize = await page.evaluate(
    async (pictureUrl) => {
      const picture = new Image();
      picture.src = pictureUrl ?? "";
      await picture.decode();
      return picture.naturalWidth;
    },
    await page.getByRole("link", { name: t("sharing:qr.png") }).getAttribute("href"),
  );
  expect(pictureSize).toBeGreaterThan(500);
});

test(
  "invitation link disappears when all invitations are in use",
  { tag: "@script" },
  async ({ page, site }) => {
    const { email } = await registerNewMember(site);
    await page.goto(site.url("/nl/invite"));
    await signIn(page, t, email, newMembersPassword);
    const code = await page.locator(".code").innerText();
    await acceptInvitation(site, code, 5);
    await page.reload();
    await expect(locateHeading(page, t("account:invite.none.heading"))).toBeVisible();
    await expect(page.getByText(t("account:invite.none.waiting"))).toBeVisible();
    await expect(page.getByLabel(t("sharing:share.label"))).toHaveCount(0);
    await expect(page.getByRole("main")).not.toContainText(code);
    await expect(page.getByRole("region", { name: t("account:invite.invitations") })).toContainText("5");
    await expect(page.getByRole("button", { name: t("frame:header.logout") })).toBeVisible();
  },
);

test.describe("invitation sharing", () => {
  const locateShareButton = (page: Page) =>
    page.getByRole("button", { name: t("sharing:share.button"), exact: true });
  const locateCopyButton = (page: Page) => page.getByRole("button", { name: t("sharing:copy.button") });

  test(
    "has no buttons without JavaScript, since the buttons would not work",
    { tag: "@no-script" },
    async ({ page, site }) => {
      await openInvitations(page, site.url);
      await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    },
  );

  test("copies the link to the clipboard", { tag: "@script" }, async ({ page, site, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await openInvitations(page, site.url);
    await locateCopyButton(page).click();
    await expect(page.getByText(t("sharing:copy.done"))).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.url("/viral?rc=VIP2026"));
  });

  test("passes the link to the device's share dialog", { tag: "@script" }, async ({ page, site }) => {
    await page.addInitScript(() => {
      const share = (data: ShareData) => {
        document.title = JSON.stringify(data);
        return Promise.resolve();
      };
      Object.defineProperty(navigator, "share", { value: share });
    });
    await openInvitations(page, site.url);
    await locateShareButton(page).click();
    const sharedData = {
      title: t("account:letter.subject"),
      text: t("account:letter.message"),
      url: site.url("/viral?rc=VIP2026"),
    };
    await expect(page).toHaveTitle(JSON.stringify(sharedData));
  });

  for (const [name, isSaid] of [
    ["AbortError", false],
    ["NotAllowedError", true],
  ] as const)
    test(
      `${isSaid ? "shows a message" : "shows no message"} if the device's share dialog fails with ${name}`,
      { tag: "@script" },
      async ({ page, site }) => {
        await page.addInitScript((error) => {
          const share = () => {
            document.title = "asked";
            return Promise.reject(new DOMException("no", error));
          };
          Object.defineProperty(navigator, "share", { value: share });
        }, name);
        await openInvitations(page, site.url);
        await locateShareButton(page).click();
        await expect(page).toHaveTitle("asked");
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
        await expect(page.getByText(t("sharing:share.failed"))).toHaveCount(isSaid ? 1 : 0);
      },
    );

  for (const canShare of [true, false])
    test(
      `does not shift the page on hydration if the share dialog is ${canShare ? "" : "not "}available`,
      { tag: "@script" },
      async ({ page, site }) => {
        await page.setViewportSize({ width: 360, height: 800 });
        await page.addInitScript((canShare) => {
          Object.assign(window, { requestIdleCallback: () => 0 });
          const value = canShare ? () => Promise.resolve() : undefined;
          Object.defineProperty(navigator, "share", { value });
        }, canShare);
        await openInvitations(page, site.url);
        const elementPositionsBefore = await readElementPositions(page);
        await page.keyboard.press("Tab");
        await expect(locateCopyButton(page)).toBeVisible();
        expect(await readElementPositions(page)).toEqual(elementPositionsBefore);
        await expect(locateShareButton(page)).toBeVisible({ visible: canShare });
      },
    );
});

/**
 * Returns the positions of the visible elements that the page has both with and without scripts. Hidden elements, such
 * as those in a closed `details`, are omitted.
 */
function readElementPositions(page: Page): Promise<number[][]> {
  return page.locator("main h1, main h2, main a, main svg, main dd").evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const { x, y } = element.getBoundingClientRect();
        return [Math.round(x + scrollX), Math.round(y + scrollY)];
      }),
  );
}
