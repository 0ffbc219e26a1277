import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Locator, type Page, type Request } from "@playwright/test";
import { startTwoInstances } from "../support/two-instances";
import { startVelvetgate, type TestSite, type Velvetgate } from "../support/velvetgate";

interface Fixtures {
  /** Allows console errors of the page that match the pattern. Any other console error fails the test. */
  allowPageError: (pattern: RegExp) => void;
  /** True if the browser runs scripts in this test. */
  isJavaScriptEnabled: boolean;
  /**
   * True for tests of analytics, in which the site asks for consent. Otherwise the browser refuses by Global Privacy
   * Control.
   */
  isAnalyticsTest: boolean;
  failOnPageErrors: undefined;
  /** Adds the open pages and requests to the error of a failed test, because CI keeps no other trace of them. */
  describeFailure: undefined;
}

interface WorkerFixtures {
  /**
   * A site of two instances that all tests of a worker share. To avoid interference, each test uses its own e-mail
   * address.
   */
  site: TestSite;
  /**
   * Starts a site of one process with these environment variables, when a test of the worker first requests such a
   * site. If a test file started it by a worker-scoped fixture, Playwright would start another worker for the file.
   */
  getSiteWithEnv: (env: Record<string, string>, basePath?: string) => Promise<Velvetgate>;
}

export const test = base.extend<Fixtures & { allowedErrorPatterns: RegExp[] }, WorkerFixtures>({
  site: [
    async ({}, provide) => {
      const site = await startTwoInstances();
      await provide(site);
      expect(await site.stop(), site.log()).toEqual([0, 0]);
    },
    { scope: "worker", timeout: 240_000 },
  ],
  getSiteWithEnv: [
    async ({}, provide) => {
      const siteBySettings = new Map<string, Promise<Velvetgate>>();
      await provide((env, basePath = "") => {
        const settings = JSON.stringify([env, basePath]);
        const site = siteBySettings.get(settings) ?? startVelvetgate({ env, basePath });
        siteBySettings.set(settings, site);
        return site;
      });
      await Promise.all([...siteBySettings.values()].map(async (site) => (await site).stop()));
    },
    { scope: "worker", timeout: 240_000 },
  ],
  // Each test has its own client IP address, since limits count by IP address.
  extraHTTPHeaders: async ({}, provide) => {
    const bytes = crypto.getRandomValues(new Uint8Array(3));
    await provide({ "X-Forwarded-For": `10.${bytes.join(".")}` });
  },
  isAnalyticsTest: [false, { option: true }],
  context: async ({ context, isAnalyticsTest }, provide) => {
    if (!isAnalyticsTest)
      await context.addInitScript(() => {
        Object.defineProperty(navigator, "globalPrivacyControl", { value: true });
      });
    await provide(context);
  },
  isJavaScriptEnabled: async ({ javaScriptEnabled }, provide) => provide(javaScriptEnabled),
  allowedErrorPatterns: async ({}, provide) => provide([]),
  allowPageError: async ({ allowedErrorPatterns }, provide) =>
    provide((pattern) => {
      allowedErrorPatterns.push(pattern);
    }),
  describeFailure: [
    async ({ context }, provide, testInfo) => {
      const openRequests = new Set<Request>();
      context.on("request", (request) => openRequests.add(request));
      context.on("requestfinished", (request) => openRequests.delete(request));
      context.on("requestfailed", (request) => openRequests.delete(request));
      await provide(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      const requests = [...openRequests].map((request) => `${request.method()} ${request.url()}`);
      const pages = await Promise.all(context.pages().map(describePage));
      throw new Error(["The test failed in this state:", ...pages, "Open requests:", ...requests].join("\n"));
    },
    { auto: true },
  ],
  failOnPageErrors: [
    async ({ context, allowedErrorPatterns }, provide) => {
      const errors: string[] = [];
      // The console errors include what a Content-Security-Policy has blocked, because Chromium also reports it on the
      // console.
      context.on("console", (message) => {
        if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
      });
      context.on("weberror", (error) => errors.push(String(error.error())));
      await provide(undefined);
      expect(errors.filter((error) => !allowedErrorPatterns.some((pattern) => pattern.test(error)))).toEqual(
        [],
      );
    },
    { auto: true },
  ],
});

/** Describes an open page: its URL, the focused element, and its content. */
async function describePage(page: Page): Promise<string> {
  const timeoutOption = { timeout: 5000 };
  const focusedElement = await page
    .locator(":focus")
    .evaluate((element) => element.outerHTML, undefined, timeoutOption)
    .catch(() => "no element");
  const content = await page
    .locator("body")
    .ariaSnapshot(timeoutOption)
    .catch(() => "no content");
  return `${page.url()}\nFocus: ${focusedElement.slice(0, 300)}\n${content.slice(0, 800)}`;
}

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Expects no violation of WCAG 2.2 AA or of axe's best practices. Needs JavaScript in the page.
 *
 * @param axeRule - the only rule to check
 */
export async function expectAccessible(page: Page, axeRule?: string): Promise<void> {
  // Injects axe into the page only once. The package would inject axe on each call, which takes half of a check's time.
  const hasAxe = await page.evaluate(() => "axe" in window);
  const builder = new AxeBuilder({ page, ...(hasAxe && { axeSource: ";" }) });
  // Uses axe's legacy mode, which opens no second page. Only checks of cross-origin frames need such a page, and the
  // site has no such frames.
  const axeBuilder = builder.setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations } = await (
    axeRule === undefined ? axeBuilder.withTags(tags) : axeBuilder.withRules([axeRule])
  ).analyze();
  const messages = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
  expect(messages).toEqual([]);
}

/** Returns true if both elements are visible without overlapping. */
export async function areApart(element: Locator, otherElement: Locator): Promise<boolean> {
  const [firstBox, secondBox] = [await element.boundingBox(), await otherElement.boundingBox()];
  if (!firstBox || !secondBox) return false;
  return firstBox.y + firstBox.height <= secondBox.y || secondBox.y + secondBox.height <= firstBox.y;
}

export { expect };
