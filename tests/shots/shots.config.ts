import { defineConfig } from "@playwright/test";
import tests from "../../playwright.config";

/** `npm run shots`: pictures of every page and state, to be looked at; nothing is compared. */
export default defineConfig({
  ...tests,
  testDir: ".",
  timeout: 180_000,
  reporter: [["line"]],
  projects: [{ name: "shots" }],
});
