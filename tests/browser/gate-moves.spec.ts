import type { Page } from "@playwright/test";
import { registerVisitor } from "../support/new-member";
import { expect, test } from "./fixtures";
import { locateHeading, createVariant } from "./registration";

const { t } = createVariant("en");

/** The default fade-in animation of the browser. */
const fadeAnimationName = "page-fades-in";

/**
 * The share of a frame's pixels that may differ from both pages, from 0 to 1. On a slow machine the new page is first
 * drawn with other fonts and without its picture, which changes up to 7% of the pixels. While a page fades in, at least
 * 20% of the pixels match neither page.
 */
const lateContentShare = 0.15;

/**
 * The composition of one frame of a navigation between two pages. Each number is a share of the frame's pixels, from 0
 * to 1. The shares of old page, new page, both and neither add up to 1.
 */
interface FrameShares {
  /** Pixels that match only the old page. */
  oldPageShare: number;
  /** Pixels that match only the new page. */
  newPageShare: number;
  /** Pixels that match both pages, which are equal there. */
  bothPagesShare: number;
  /** Pixels that match neither the old page nor the new page. */
  neitherPageShare: number;
  /** Pixels that match neither page nor a blend of the two pages. */
  unexpectedShare: number;
  /** Pixels that have the frame's most frequent color. */
  mostFrequentColorShare: number;
}

/**
 * Navigates and returns all frames of the navigation. Expects that the navigation's animations have the expected names.
 */
async function recordFrames(
  page: Page,
  expectedAnimations: unknown,
  navigate: () => Promise<void>,
): Promise<FrameShares[]> {
  const client = await page.context().newCDPSession(page);
  const screencastFrames: string[] = [];
  const animationNames: string[] = [];
  await client.send("Animation.enable");
  client.on("Animation.animationStarted", ({ animation }) => animationNames.push(animation.name));
  client.on("Page.screencastFrame", ({ data, sessionId }) => {
    screencastFrames.push(data);
    client.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
  });
  const screenshotBefore = await page.screenshot({ caret: "initial" });
  await client.send("Page.startScreencast", { format: "png" });
  await navigate();
  await expect.poll(() => animationNames).toEqual(expectedAnimations);
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(animationNames).toEqual(expectedAnimations);
  const screenshotAfter = await page.screenshot({ caret: "initial" });
  await client.send("Page.stopScreencast");
  return comparePictures(page, [
    screenshotBefore.toString("base64"),
    screenshotAfter.toString("base64"),
    ...screencastFrames,
  ]);
}

function comparePictures(page: Page, screenshots: string[]): Promise<FrameShares[]> {
  return page.evaluate(async (encodedImages) => {
    const [pixelsBefore, pixelsAfter, ...frames] = await Promise.all(encodedImages.map(decodePixels));
    return frames.map((frame) => comparePixels(pixelsBefore ?? frame, pixelsAfter ?? frame, frame));

    async function decodePixels(png: string): Promise<Uint8ClampedArray> {
      const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(200, 150);
      const context = canvas.getContext("2d");
      if (context) context.imageSmoothingEnabled = false;
      context?.drawImage(bitmap, 0, 0, 200, 150);
      return context?.getImageData(0, 0, 200, 150).data ?? new Uint8ClampedArray();
    }

    function comparePixels(
      oldPixels: Uint8ClampedArray,
      newPixels: Uint8ClampedArray,
      frame: Uint8ClampedArray,
    ) {
      const pixelCount = frame.length / 4;
      const pixelCounts = { old: 0, new: 0, both: 0, neither: 0, unexpected: 0 };
      const pixelCountByColor = new Map<string, number>();
      const colorTolerance = 24;
      for (let offset = 0; offset < frame.length; offset += 4) {
        const channels = [0, 1, 2].map((channel) => {
          const [oldValue, newValue, value] = [oldPixels, newPixels, frame].map(
            (pixels) => pixels[offset + channel] ?? 0,
          );
          return { oldValue: oldValue ?? 0, newValue: newValue ?? 0, value: value ?? 0 };
        });
        const matchesOldPage = channels.every(
          ({ oldValue, value }) => Math.abs(oldValue - value) <= colorTolerance,
        );
        const matchesNewPage = channels.every(
          ({ newValue, value }) => Math.abs(newValue - value) <= colorTolerance,
        );
        pixelCounts[
          matchesOldPage ? (matchesNewPage ? "both" : "old") : matchesNewPage ? "new" : "neither"
        ] += 1;
        const isBetween = channels.every(
          ({ oldValue, newValue, value }) =>
            value >= Math.min(oldValue, newValue) - colorTolerance &&
            value <= Math.max(oldValue, newValue) + colorTolerance,
        );
        if (!isBetween) pixelCounts.unexpected += 1;
        const color = channels.map(({ value }) => value >> 3).join();
        pixelCountByColor.set(color, (pixelCountByColor.get(color) ?? 0) + 1);
      }
      return {
        oldPageShare: pixelCounts.old / pixelCount,
        newPageShare: pixelCounts.new / pixelCount,
        bothPagesShare: pixelCounts.both / pixelCount,
        neitherPageShare: pixelCounts.neither / pixelCount,
        unexpectedShare: pixelCounts.unexpected / pixelCount,
        mostFrequentColorShare: Math.max(...pixelCountByColor.values()) / pixelCount,
      };
    }
  }, screenshots);
}

for (const { description, move, code, next: headingKey } of [
  {
    description: "that opens for a usable code",
    move: "gate-opens",
    code: "WELCOME",
    next: "registration:form.headingInvited",
  },
  {
    description: "that closes for a denied referrer",
    move: "gate-closes",
    code: "NOREFERER",
    next: "deny:referrer.heading",
  },
] as const) {
  const typeCode = async (page: Page, url: string) => {
    await page.setViewportSize({ width: 800, height: 600 });
    await page.goto(url);
    await page.getByLabel(t("landing:code.label"), { exact: true }).fill(code);
  };
  const openGate = async (page: Page) => {
    await page.keyboard.press("Enter");
    await expect(locateHeading(page, t(headingKey, { inviter: "Anna" }))).toBeVisible();
  };

  test(`gate ${description} shows nothing but the old and the new page in any animation frame`, async ({
    page,
    site,
    allowPageError,
  }) => {
    allowPageError(/403 \(Forbidden/);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await typeCode(page, site.url("/en"));
    const frames = await recordFrames(page, expect.arrayContaining([move]), () => openGate(page));
    for (const frame of frames) {
      expect(frame.neitherPageShare).toBeLessThan(lateContentShare);
      expect(frame.mostFrequentColorShare).toBeLessThan(0.95);
    }
  });

  test(`gate ${description} does not move if the visitor prefers reduced motion`, async ({
    page,
    site,
    allowPageError,
  }) => {
    allowPageError(/403 \(Forbidden/);
    await typeCode(page, site.url("/en"));
    const frames = await recordFrames(page, [], () => openGate(page));
    // Some pixels of the dark pictures of both pages match by chance.
    for (const frame of frames) expect(Math.min(frame.oldPageShare, frame.newPageShare)).toBeLessThan(0.1);
    // At most one screenshot differs from both pages: the browser may draw the new page before its picture has arrived.
    expect(
      frames.filter(({ neitherPageShare }) => neitherPageShare >= lateContentShare).length,
    ).toBeLessThanOrEqual(1);
  });
}

test("curtain opens over the page with the activation button when the account becomes active", async ({
  page,
  site,
}) => {
  const { email } = await registerVisitor(site, "WELCOME");
  const [mail] = await site.fetchMailsTo(email);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 800, height: 600 });
  await page.goto((mail?.links[0] ?? "").replace(/\/de\//, "/en/"));
  const frames = await recordFrames(page, expect.arrayContaining(["gate-opens"]), async () => {
    await page.getByRole("button", { name: t("activation:page.button"), exact: true }).click();
    await expect(locateHeading(page, t("activation:activated.heading"))).toBeVisible();
  });
  for (const frame of frames) expect(frame.neitherPageShare).toBeLessThan(lateContentShare);
});

test("page transition fades in the new page over the old page", async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 800, height: 600 });
  await page.goto(site.url("/en"));
  const frames = await recordFrames(page, expect.arrayContaining([fadeAnimationName]), async () => {
    await page
      .getByRole("banner")
      .getByRole("link", { name: t("frame:header.login") })
      .click();
    await expect(locateHeading(page, t("account:login.heading"))).toBeVisible();
  });
  for (const frame of frames) expect(frame.unexpectedShare).toBeLessThan(lateContentShare);
  // At most one frame is empty: the browser may draw the new page's first frame before its content has arrived.
  expect(
    frames.filter(({ mostFrequentColorShare }) => mostFrequentColorShare > 0.95).length,
  ).toBeLessThanOrEqual(1);
});
