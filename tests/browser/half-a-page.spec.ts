import { createServer, request, type Server } from "node:http";
import type { Page } from "@playwright/test";
import { close, listen } from "../support/local-server";
import { expect, test as base } from "./fixtures";
import { recordLayoutShifts, readLayoutShifts } from "./shifts";

interface SlowConnection {
  /** The origin of the proxy, which forwards to the site. */
  origin: string;
  /** Sends the rest of the page. The proxy has sent the page only up to its headline. */
  releaseRestOfPage: () => void;
}

const test = base.extend<{ slowConnection: SlowConnection }>({
  slowConnection: async ({ site }, provide) => {
    const slowProxy = createSlowProxy(site.origin);
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

/** Waits until the received content is rendered and layout shifts are reported. */
const waitForRendering = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );

/** Creates a proxy in front of a site. The proxy holds the part of each page after its headline. */
function createSlowProxy(origin: string): { server: Server; releaseRest: () => void } {
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
            const headlineEnd = page.indexOf("</h1>") + "</h1>".length;
            response.write(page.slice(0, headlineEnd));
            releaseRestOfPage = () => response.end(page.slice(headlineEnd));
          });
      },
    );
    proxiedRequest.on("error", () => response.destroy());
    proxiedVisit.pipe(proxiedRequest);
  });
  return { server, releaseRest: () => releaseRestOfPage?.() };
}
