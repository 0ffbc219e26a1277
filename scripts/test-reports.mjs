import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

/** Where the two runners leave their JSON reports. */
export const vitestReport = join(root, ".cache", "vitest.json");
export const playwrightReport = join(root, ".cache", "playwright.json");

/** undefined without a report: the runner broke before it could write one. */
export function vitestCounts() {
  const report = read(vitestReport);
  return report && { passed: report.numPassedTests, failed: report.numFailedTests };
}

/** Skipped tests are not counted; flaky ones have passed, but are told of. */
export function playwrightCounts() {
  const stats = read(playwrightReport)?.stats;
  if (!stats) return undefined;
  const note = stats.flaky > 0 ? `, ${stats.flaky} of them flaky` : "";
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, note };
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
