import { createServer, request, type Server } from "node:http";
import type { Page } from "@playwright/test";
import { close, listen } from "../support/local-server";
import { expect, test as base } from "./fixtures";
import { countShifts, shiftsOf } from "./shifts";

interface SlowLine {
  /** Where the site is, behind this line. */
  origin: string;
  /** Lets the rest of the page through, which has come as far as the end of its headline. */
  letThrough: () => void;
}

const test = base.extend<{ slowLine: SlowLine }>({
  slowLine: async ({ site }, provide) => {
    const line = slowLine(site.origin);
    await provide({ origin: `http://localhost:${await listen(line.server)}`, letThrough: line.letThrough });
    await close(line.server);
  },
});

/** The form is not among them: it lets nothing be drawn until its first fields are there. */
const paths = [
  ...[
    "/de",
    "/de?rc=WELCOME",
    "/pl",
    "/en/registration/deny?reason=invalid",
    "/en/membership-interest/apply",
  ],
  ...["/en/login", "/en/products/mirovale"],
];

for (const { width, height } of [
  { width: 1440, height: 900 },
  { width: 390, height: 760 },
])
  test(
    `on a screen of ${width} px nothing moves when the rest of a page comes after its headline`,
    { tag: "@script" },
    async ({ page, slowLine, allowPageError }) => {
      allowPageError(/403 \(Forbidden/);
      await page.setViewportSize({ width, height });
      await page.addInitScript(countShifts);
      for (const path of paths) {
        await page.goto(`${slowLine.origin}${path}`, { waitUntil: "commit" });
        await page.locator("h1").waitFor({ state: "attached" });
        await drawn(page);
        await expect(page.getByRole("contentinfo")).toHaveCount(0);
        slowLine.letThrough();
        await page.waitForLoadState();
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await drawn(page);
        expect(await shiftsOf(page), path).toBe("");
      }
    },
  );

/** What there is has been drawn, and who asked what moved has heard. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );

/** Stands before a site, and keeps the second half of each page back. */
function slowLine(origin: string): { server: Server; letThrough: () => void } {
  let letThrough: (() => void) | undefined;
  const server = createServer((visit, answer) => {
    const isPage = visit.headers["sec-fetch-dest"] === "document";
    const headers = { ...visit.headers, ...(isPage && { "accept-encoding": "identity" }) };
    const asked = request(new URL(visit.url ?? "/", origin), { method: visit.method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      if (!isPage) return given.pipe(answer);
      let page = "";
      return given
        .setEncoding("utf8")
        .on("data", (text: string) => (page += text))
        .on("end", () => {
          const half = page.indexOf("</h1>") + "</h1>".length;
          answer.write(page.slice(0, half));
          letThrough = () => answer.end(page.slice(half));
        });
    });
    asked.on("error", () => answer.destroy());
    visit.pipe(asked);
  });
  return { server, letThrough: () => letThrough?.() };
}
