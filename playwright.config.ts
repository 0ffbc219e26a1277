import { defineConfig } from "@playwright/test";
import { browserArguments, findBrowser } from "./scripts/browser.mjs";

const executablePath = findBrowser();

export default defineConfig({
  testDir: "tests/browser",
  fullyParallel: true,
  workers: 2,
  // On a machine that stands still for seconds; what needed it is named at the end of `npm test`, and is to be mended.
  retries: 1,
  forbidOnly: true,
  timeout: 60_000,
  reporter: [["list"], ["json", { outputFile: ".cache/playwright.json" }]],
  use: {
    // Each click would wait for a page that glides; journey.spec.ts goes the whole way with it.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: browserArguments,
    },
  },
  projects: [
    { name: "script", use: { javaScriptEnabled: true } },
    { name: "no-script", use: { javaScriptEnabled: false } },
  ],
});
