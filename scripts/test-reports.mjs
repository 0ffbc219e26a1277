import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./run.mjs";

/** The files in which Vitest and Playwright save their test results as JSON. */
export const vitestReportFile = join(root, ".cache", "vitest.json");
export const playwrightReportFile = join(root, ".cache", "playwright.json");

/** Returns the numbers of tests in Vitest's report; undefined if Vitest failed before it wrote a report. */
export function readVitestCounts() {
  const report = readJson(vitestReportFile);
  if (!report) return undefined;
  const names = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failedTests = assertionResults.filter((test) => test.status === "failed");
    if (failedTests.length === 0 && status === "failed")
      return [`${relative(root, name)}: ${takeFirstLine(message)}`];
    return failedTests.map(
      (test) => `${relative(root, name)}: ${test.fullName}: ${takeFirstLine(test.failureMessages[0])}`,
    );
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests, names };
}

/**
 * Returns the numbers of tests in Playwright's report, without skipped tests; undefined if Playwright wrote no report.
 * A test that passes only at the second try counts as passed, and is in `flakyNames`.
 */
export function readPlaywrightCounts() {
  const report = readJson(playwrightReportFile);
  if (!report) return undefined;
  const { stats } = report;
  // Includes errors outside tests, such as a site that exited with an error.
  const errors = report.errors.map(({ message }) => takeFirstLine(message));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    names: [...errors, ...listTestNames(report.suites, "unexpected")],
    flakyNames: listTestNames(report.suites, "flaky"),
  };
}

/** Returns the names of the tests with this status, each with the first line of its error. */
function listTestNames(suites = [], testStatus) {
  return suites.flatMap(({ file, specs = [], suites: inner }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === testStatus)
        .map(({ projectName, results }) => {
          const failureMessage = results.find(({ error }) => error)?.error.message;
          return `${file} (${projectName}): ${title}: ${takeFirstLine(failureMessage)}`;
        }),
    ),
    ...listTestNames(inner, testStatus),
  ]);
}

function takeFirstLine(text = "") {
  return stripVTControlCharacters(text).split("\n", 1)[0];
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
