import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { browserArguments, findBrowser } from "./scripts/browser.mjs";

const executablePath = findBrowser();

/**
 * Test files that need JavaScript. If only one test of a file needs JavaScript, that test has the tag "@script"
 * instead.
 */
const scriptTests = [
  "accessible",
  "analytics",
  "bytes",
  "consent",
  "changed-documents",
  "dead-acq",
  "email-question",
  "extensions",
  "form-live",
  "kept-pages",
  "late-hydration",
  "measure",
  "members",
  "not-found",
  "reload",
  "reports",
  "variants",
  "waiting-events",
  "withdrawal",
].map((file) => `**/${file}.spec.ts`);

export default defineConfig({
  testDir: "tests/browser",
  // The path is absolute, because the configuration for screenshots imports this one from another folder.
  globalSetup: fileURLToPath(new URL("tests/browser/ensure-built.ts", import.meta.url)),
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // `npm test` names each test that passes only at the second try (CONTRIBUTING.md).
  retries: 1,
  // Pages hydrate when the browser is idle. On a slow or busy machine this may take long, so the time limits are long
  // too.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json", { outputFile: ".cache/playwright.json" }]],
  use: {
    // Switches animations off: with animations, each click would wait until the page has scrolled. journey.spec.ts
    // switches them on.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // Each worker's browser has one renderer process, which is enough since all pages have the same origin. This
      // shortens the start of a test by a sixth.
      args: [...browserArguments, "--renderer-process-limit=1", "--disable-site-isolation-trials"],
    },
  },
  projects: [
    { name: "script", use: { javaScriptEnabled: true }, grepInvert: /@no-script/ },
    { name: "no-script", use: { javaScriptEnabled: false }, grepInvert: /@script/, testIgnore: scriptTests },
  ],
});
