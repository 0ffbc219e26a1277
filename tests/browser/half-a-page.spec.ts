import { createServer, request, type Server } from "node:http";
import { close, listen } from "../support/local-server";
import { expect, test as base } from "./fixtures";
import { recordLayoutShifts, readLayoutShifts, waitForRendering } from "./shifts";

interface SlowConnection {
  /** The origin of the proxy, which forwards to the site. */
  origin: string;
  /** Sends the rest of the page. The proxy has sent the page only up to `lastSentText`. */
  releaseRestOfPage: () => void;
}

const test = base.extend<{ lastSentText: string; slowConnection: SlowConnection }>({
  lastSentText: ["</h1>", { option: true }],
  slowConnection: async ({ site, lastSentText }, provide) => {
    const slowProxy = createSlowProxy(site.origin, lastSentText);
    await provide({
      origin: `http://localhost:${await listen(slowProxy.server)}`,
      releaseRestOfPage: slowProxy.releaseRest,
    });
    await close(slowProxy.server);
  },
});

/** The pages to test, without the registration form: it renders nothing until its first fields have arrived. */
const testedPaths = [
  "/de",
  "/de?rc=WELCOME",
  "/pl",
  "/en/registration/deny?reason=invalid",
  "/en/membership-interest/apply",
  "/en/login",
  "/en/products/mirovale",
];

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 760 },
])
  test(
    `page on a screen of ${width} px does not shift when content after the headline arrives late`,
    { tag: "@script" },
    async ({ page, slowConnection, allowPageError }) => {
      allowPageError(/403 \(Forbidden/);
      await page.setViewportSize({ width, height });
      await page.addInitScript(recordLayoutShifts);
      for (const path of testedPaths) {
        await page.goto(`${slowConnection.origin}${path}`, { waitUntil: "commit" });
        await page.locator("h1").waitFor({ state: "attached" });
        await waitForRendering(page);
        await expect(page.getByRole("contentinfo")).toHaveCount(0);
        slowConnection.releaseRestOfPage();
        await page.waitForLoadState();
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await waitForRendering(page);
        expect(await readLayoutShifts(page), path).toBe("");
      }
    },
  );

test.describe("footer of a form", () => {
  test.use({ lastSentText: '<div class="footer-columns">', viewport: { width: 1440, height: 900 } });

  test(
    "does not shift when its content arrives late",
    { tag: "@script" },
    async ({ page, slowConnection }) => {
      await page.addInitScript(recordLayoutShifts);
      for (const path of ["/de/registration/resend", "/de/membership-interest/apply"]) {
        await page.goto(`${slowConnection.origin}${path}`, { waitUntil: "commit" });
        await expect(page.getByRole("contentinfo")).toBeVisible();
        await waitForRendering(page);
        slowConnection.releaseRestOfPage();
        await page.waitForLoadState();
        await waitForRendering(page);
        expect(await readLayoutShifts(page), path).toBe("");
      }
    },
  );
});

/** Creates a proxy in front of a site. The proxy holds the part of each page after `lastSentText`. */
function createSlowProxy(origin: string, lastSentText: string): { server: Server; releaseRest: () => void } {
  let releaseRestOfPage: (() => void) | undefined;
  const server = createServer((proxiedVisit, response) => {
    const isPage = proxiedVisit.headers["sec-fetch-dest"] === "document";
    const headers = { ...proxiedVisit.headers, ...(isPage && { "accept-encoding": "identity" }) };
    const proxiedRequest = request(
      new URL(proxiedVisit.url ?? "/", origin),
      { method: proxiedVisit.method, headers },
      (proxiedResponse) => {
        response.writeHead(proxiedResponse.statusCode ?? 502, proxiedResponse.headers);
        if (!isPage) return proxiedResponse.pipe(response);
        let page = "";
        return proxiedResponse
          .setEncoding("utf8")
          .on("data", (text: string) => (page += text))
          .on("end", () => {
            const sentLength = page.indexOf(lastSentText) + lastSentText.length;
            response.write(page.slice(0, sentLength));
            releaseRestOfPage = () => response.end(page.slice(sentLength));
          });
      },
    );
    proxiedRequest.on("error", () => response.destroy());
    proxiedVisit.pipe(proxiedRequest);
  });
  return { server, releaseRest: () => releaseRestOfPage?.() };
}
