import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "./run.mjs";

/** The JSON reports of the two runners. */
export const vitestReport = join(root, ".cache", "vitest.json");
export const playwrightReport = join(root, ".cache", "playwright.json");

/** Returns undefined without a report: the runner failed before it could write one. */
export function vitestCounts() {
  const report = readJson(vitestReport);
  if (!report) return undefined;
  const names = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const broken = assertionResults.filter((test) => test.status === "failed");
    if (broken.length === 0 && status === "failed") return [`${relative(root, name)}: ${firstLine(message)}`];
    return broken.map(
      (test) => `${relative(root, name)}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`,
    );
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests, names };
}

/** Skipped tests are not counted. */
export function playwrightCounts() {
  const report = readJson(playwrightReport);
  if (!report) return undefined;
  const { stats } = report;
  // Errors outside tests, such as a site that did not end as it should.
  const errors = report.errors.map(({ message }) => firstLine(message));
  return {
    passed: stats.expected,
    failed: stats.unexpected,
    names: [...errors, ...namesOf(report.suites)],
  };
}

function namesOf(suites = []) {
  return suites.flatMap(({ file, specs = [], suites: inner }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === "unexpected")
        .map(({ projectName, results }) => {
          const reason = results.find(({ error }) => error)?.error.message;
          return `${file} (${projectName}): ${title}: ${firstLine(reason)}`;
        }),
    ),
    ...namesOf(inner),
  ]);
}

function firstLine(text = "") {
  return stripVTControlCharacters(text).split("\n", 1)[0];
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
