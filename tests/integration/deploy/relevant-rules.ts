import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parse, stringify } from "yaml";

interface Rule {
  record?: string;
  alert?: string;
  expr: string;
}

interface RulesFile {
  groups: { name: string; rules: Rule[] }[];
}

/** A test group of `promtool test rules`. Only fields that the selection of rules reads are declared. */
export interface PromtoolTest {
  name: string;
  input_series: { series: string; values: string }[];
  promql_expr_test: { expr: string }[];
}

/** A file of `promtool test rules`. Paths of rules are relative to the file's folder. */
export interface PromtoolTestFile {
  rule_files: string[];
  evaluation_interval: string;
  tests: PromtoolTest[];
}

// All scalars remain strings: promtool reads "0x40" as 41 zeros, YAML as 64.
const schema = "failsafe";

/** Returns the names in an expression: metrics, but also functions, keywords and labels. */
function findMetricNames(expression: string): Set<string> {
  const withoutStrings = expression.replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "");
  return new Set(withoutStrings.match(/[A-Za-z_:][\w:]*/g));
}

/**
 * Returns a function that returns true for each alert that a test file needs: those that the file's expressions name,
 * or all if they name none.
 */
function createAlertFilter(test: PromtoolTest): (alert: string) => boolean {
  const alertPatterns = test.promql_expr_test.map(({ expr }) => {
    const selectors = expr.match(/ALERTS\b(?:\{[^}]*\})?/g) ?? [];
    if (selectors.length !== 1) return /^/;
    const [, operator, value] = /\balertname(=~?)"([^"]*)"/.exec(selectors[0]) ?? [];
    if (value === undefined) return /^/;
    return new RegExp(operator === "=" ? `^${value}$` : `^(?:${value})$`);
  });
  return (alert) => alertPatterns.some((pattern) => pattern.test(alert));
}

/**
 * Returns the rules that can change the result of a test. The result is the same as with all rules:
 * - A rule is omitted if its expression reads no series of the test and no record of a remaining rule, since its result
 *   is empty then.
 * - An alert is omitted if the test reads only other alerts.
 * - A recording rule is omitted if no remaining rule reads it.
 */
function selectRelevantRules({ groups }: RulesFile, test: PromtoolTest): RulesFile {
  const allRules = groups.flatMap(({ rules }) => rules);
  const alwaysRelevantNames = ["absent", "absent_over_time", "vector", "scalar", "time", "__name__"];
  const availableMetricNames = new Set([
    ...alwaysRelevantNames,
    ...test.input_series.map(({ series }) => series.replace(/\{.*/s, "")),
  ]);
  const computableRules = new Set<Rule>();
  // Repeats until nothing changes, since a rule may read a record of a later rule with an offset.
  for (let previousRuleCount = -1; previousRuleCount !== computableRules.size;) {
    previousRuleCount = computableRules.size;
    for (const rule of allRules)
      if ([...findMetricNames(rule.expr)].some((name) => availableMetricNames.has(name))) {
        computableRules.add(rule);
        if (rule.record !== undefined) availableMetricNames.add(rule.record);
      }
  }
  const isAlertRead = createAlertFilter(test);
  const testedMetricNames = new Set(test.promql_expr_test.flatMap(({ expr }) => [...findMetricNames(expr)]));
  const relevantRules = new Set<Rule>();
  for (let previousSize = -1; previousSize !== relevantRules.size;) {
    previousSize = relevantRules.size;
    for (const rule of computableRules)
      if (rule.alert === undefined ? testedMetricNames.has(rule.record ?? "") : isAlertRead(rule.alert)) {
        relevantRules.add(rule);
        for (const name of findMetricNames(rule.expr)) testedMetricNames.add(name);
      }
  }
  return {
    groups: groups
      .map((group) => ({ ...group, rules: group.rules.filter((rule) => relevantRules.has(rule)) }))
      .filter(({ rules }) => rules.length > 0),
  };
}

/**
 * Writes a promtool file for each of the tests and calls `run` with all of these files. Each file contains only the
 * rules that can change its test's result, because promtool would need about 10 ms for all rules in each interval.
 *
 * @param folder - the folder to which the paths of rules are relative
 */
export function withRelevantRules(
  { rule_files, tests, ...options }: PromtoolTestFile,
  folder: string,
  run: (files: string[]) => void,
): void {
  const temporaryFolder = mkdtempSync(join(tmpdir(), "velvetgate-alerts-"));
  try {
    const groups = rule_files.flatMap(
      (path) => (parse(readFileSync(resolve(folder, path), "utf8"), { schema }) as RulesFile).groups,
    );
    const testFiles = tests.map((test, index) => {
      const name = `${index + 1}-${test.name.replaceAll(/\W+/g, "-").slice(0, 100)}`;
      const rulesFile = join(temporaryFolder, `${name}.rules.yaml`);
      const testFile = join(temporaryFolder, `${name}.yaml`);
      writeFileSync(rulesFile, stringify(selectRelevantRules({ groups }, test), { schema }));
      writeFileSync(testFile, stringify({ ...options, rule_files: [rulesFile], tests: [test] }, { schema }));
      return testFile;
    });
    run(testFiles);
  } finally {
    rmSync(temporaryFolder, { recursive: true });
  }
}

/** Reads a file of `promtool test rules`, and calls a function as {@link withRelevantRules} does. */
export function withRelevantRulesOfFile(path: string, run: (files: string[]) => void): void {
  withRelevantRules(parse(readFileSync(path, "utf8"), { schema }) as PromtoolTestFile, dirname(path), run);
}
