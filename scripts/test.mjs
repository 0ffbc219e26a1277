import { rmSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureBrowser, ensureFirefox } from "./browser.mjs";
import { ensureBuilt, ensureInstalled } from "./prepare.mjs";
import { ensureProgram } from "./programs.mjs";
import { ensurePromtool } from "./promtool.mjs";
import { resolveLocalProgram, main, run } from "./run.mjs";
import {
  readPlaywrightCounts,
  playwrightReportFile,
  readVitestCounts,
  vitestReportFile,
} from "./test-reports.mjs";

const vitestArguments = [
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${vitestReportFile}`,
];

/**
 * The steps of `npm test`. They run at the same time: tests wait more than they work, and must not depend on an idle
 * machine. Steps with `onSite` start when the site is built; `counts` reads the number of a step's tests from its
 * report.
 */
const steps = {
  // Runs the projects "unit" and "integration" of vitest.config.ts in one process, so that they share the workers.
  vitest: { program: "vitest", args: vitestArguments, counts: readVitestCounts, onSite: true },
  browser: { program: "playwright", args: ["test"], counts: readPlaywrightCounts, onSite: true },
  // oxlint loads the types for its rules, so it reports type errors too. A separate type check would load them again.
  lint: { program: "oxlint", args: ["."] },
  format: { program: "oxfmt", args: ["--check", "."] },
  container: { program: "node", args: ["scripts/container/container.mjs"] },
};

/** Programs that exist only on Linux. */
const linuxPrograms = /** @type {const} */ (["systemd-analyze", "ip", "nft"]);

const { values } = parseArgs({ options: { only: { type: "string" } } });
await main(() => runAndReportSteps(values.only?.split(",") ?? Object.keys(steps)));

async function runAndReportSteps(stepNames) {
  const unknownSteps = stepNames.filter((name) => !Object.hasOwn(steps, name));
  if (unknownSteps.length > 0) throw new Error(`--only accepts only ${Object.keys(steps).join(", ")}`);

  const totalTestCounts = (await succeeds(ensurePackages))
    ? await runSteps(stepNames)
    : { passed: 0, failed: 1, names: ["npm ci"], flakyNames: /** @type {string[]} */ ([]) };
  // Repeats the failures at the end of the output, where the reader sees them.
  for (const name of totalTestCounts.flakyNames) console.log(`passed only at the second try: ${name}`);
  for (const name of totalTestCounts.names) console.log(`failed: ${name}`);
  console.log(`\n${totalTestCounts.passed} passed, ${totalTestCounts.failed} failed`);
  process.exitCode = totalTestCounts.failed > 0 ? 1 : 0;
}

async function runSteps(stepNames) {
  const totalTestCounts = {
    passed: 0,
    failed: 0,
    names: /** @type {string[]} */ ([]),
    flakyNames: /** @type {string[]} */ ([]),
  };
  for (const report of [vitestReportFile, playwrightReportFile]) rmSync(report, { force: true });
  const site = stepNames.some((name) => steps[name].onSite) && succeeds(ensureSite);
  const results = await Promise.all(stepNames.map((name) => runStep(name, steps[name], site)));
  for (const [index, { passed, failed, names, flakyNames = [] }] of results.entries()) {
    const name = stepNames[index];
    totalTestCounts.passed += passed;
    totalTestCounts.failed += failed;
    totalTestCounts.flakyNames.push(...flakyNames);
    if (failed > 0) totalTestCounts.names.push(...(names?.length > 0 ? names : [name]));
  }
  return totalTestCounts;
}

/**
 * Runs a test step. If the step needs the site, it starts after the build. A step that fails without a report of its
 * tests counts as one failure.
 */
async function runStep(name, { program, args, onSite, counts }, site) {
  const startTime = performance.now();
  let processExitCode = 1;
  if (!onSite || (await site)) {
    console.log(`\n${name}: ${program} ${args.join(" ")}`);
    processExitCode = await run(program === "node" ? process.execPath : resolveLocalProgram(program), args);
  }
  const result = counts?.() ?? { passed: processExitCode === 0 ? 1 : 0, failed: 0 };
  if (processExitCode !== 0) result.failed = Math.max(result.failed, 1);
  const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
  console.log(`${name}: ${result.passed} passed, ${result.failed} failed in ${seconds} s`);
  return result;
}

/** Installs the project's packages, and the packages that two test steps share. */
async function ensurePackages() {
  await ensureInstalled();
  await ensureInstalled("tests/integration/node-versions");
}

/** Builds the site and installs the programs for its tests. */
async function ensureSite() {
  await Promise.all([ensureBuilt(), ensurePrograms()]);
}

/** Installs one program after another, since apt locks its database. */
async function ensurePrograms() {
  await ensureBrowser();
  await ensureFirefox();
  await ensureProgram("haproxy");
  await ensureProgram("redis-server");
  ensurePromtool();
  if (process.platform === "linux") for (const name of linuxPrograms) await ensureProgram(name);
}

async function succeeds(prepareStep) {
  try {
    await prepareStep();
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}
