import { defineConfig } from "@playwright/test";
import tests from "../../playwright.config";

/**
 * Configuration of `npm run shots`: takes screenshots of every page and state for inspection, without comparing them.
 */
export default defineConfig({
  ...tests,
  testDir: ".",
  timeout: 180_000,
  reporter: [["line"]],
  projects: [{ name: "shots" }],
});
