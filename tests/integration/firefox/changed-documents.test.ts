import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFirefox } from "../../../scripts/browser.mjs";
import { ensureInstalled } from "../../../scripts/prepare.mjs";
import { atDomContentLoaded, documentChanges, readPage } from "../../browser/changed-documents";
import { startVelvetgate, type Velvetgate } from "../../support/velvetgate";

await ensureInstalled("tests/integration/firefox");
const { default: puppeteer } = await import("puppeteer-core");

let site: Velvetgate;
let firefox: Browser;
beforeAll(async () => {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error("Firefox is missing: npm test installs it");
  [site, firefox] = await Promise.all([
    startVelvetgate(),
    puppeteer.launch({ browser: "firefox", executablePath, headless: true }),
  ]);
});
afterAll(async () => {
  await firefox.close();
  await site.stop();
});

const pages = {
  "the landing page of an invitation": { path: "/de?rc=WELCOME", field: "main [name=email]" },
  "the registration form": { path: "/de/registration/formstarted?rc=WELCOME", field: "[name=firstname]" },
  "the login": { path: "/de/login", field: "[name=email]" },
  "the application": { path: "/de/membership-interest/apply", field: "[name=email]" },
};

describe("hydration of a changed document in Firefox", () => {
  for (const [name, { path, field }] of Object.entries(pages))
    it.each(Object.entries(documentChanges))(`preserves ${name}: %s`, async (_name, applyChange) => {
      const page = await firefox.newPage();
      const errors: unknown[] = [];
      page.on("pageerror", (error) => {
        // Ignores the error about an extension's inline style, which the site's Content-Security-Policy reports.
        // Firefox applies the style anyway, because the extension's policy allows it.
        if (!String(error).includes("inline style")) errors.push(error);
      });
      // Global Privacy Control hides the consent banner. Without idle callbacks, scripts load only on the first
      // interaction.
      await page.evaluateOnNewDocument(`
        Object.defineProperty(navigator, "globalPrivacyControl", { value: true });
        window.requestIdleCallback = () => 0;
        ${atDomContentLoaded(applyChange)};
      `);
      await page.goto(site.url(path));
      const pageBefore = await page.evaluate(readPage);
      await page.focus(field);
      await page.keyboard.type("Abc");
      await page.waitForSelector("html[data-hydrated], html[data-plain]");
      const pageAfter = await page.evaluate(readPage);
      expect({ ...pageAfter, typed: [], focused: [] }).toEqual({ ...pageBefore, typed: [], focused: [] });
      expect(await page.$eval(field, (input) => (input as HTMLInputElement).value)).toBe("Abc");
      expect(await page.$eval(field, (input) => input === document.activeElement)).toBe(true);
      expect(errors).toEqual([]);
      await page.close();
    });
});
