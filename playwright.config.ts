import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import { browserArguments, findBrowser } from "./scripts/browser.mjs";

const executablePath = findBrowser();

/** Files without a word to say where no script runs; a single such test is tagged "@script". */
const aboutScript = [
  ...[
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
  ],
  ...["not-found", "reload", "reports", "variants"],
].map((file) => `**/${file}.spec.ts`);

export default defineConfig({
  testDir: "tests/browser",
  // Whole, since the configuration of the shots takes it over from another folder.
  globalSetup: fileURLToPath(new URL("tests/browser/ensure-built.ts", import.meta.url)),
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  // A page that hydrates when the browser has nothing else to do may be long in it on a busy machine.
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: ".cache/playwright.json" }]],
  use: {
    // Each click would wait for a page that glides; journey.spec.ts goes the whole way with it.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      // One process draws all pages of a worker's browser: they are all ours, and a test begins a sixth sooner.
      args: [...browserArguments, "--renderer-process-limit=1", "--disable-site-isolation-trials"],
    },
  },
  projects: [
    { name: "script", use: { javaScriptEnabled: true }, grepInvert: /@no-script/ },
    { name: "no-script", use: { javaScriptEnabled: false }, grepInvert: /@script/, testIgnore: aboutScript },
  ],
});
