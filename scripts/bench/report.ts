import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, resolve } from "node:path";
import { budgets, type Budget } from "./budgets";
import type { Metric } from "./metric";

const metricNameWidth = Math.max(...Object.values(budgets).map(({ name }) => name.length));

/** Returns the properties of the machine that the figures depend on. */
export function describeMachine(): { cores: number; processor: string; node: string; system: string } {
  const cores = cpus();
  const processor = cores[0]?.model ?? "unknown";
  return {
    cores: cores.length,
    processor,
    node: process.version,
    system: `${process.platform} ${process.arch}`,
  };
}

/** Returns one line of the report: name, figure, budget, whether the figure is within its budget, and details. */
export function formatMetricLine(metric: Metric): string {
  const budget: Budget = budgets[metric.key];
  return [
    budget.name.padEnd(metricNameWidth),
    formatAmount(metric.value, budget).padStart(9),
    formatBounds(budget).padEnd(26),
    (isWithinBudget(metric) ? "held" : "NOT HELD").padEnd(8),
    metric.note,
  ].join("  ");
}

/** @param reportFile - the path of the report; its folder is created if missing */
export function writeJsonReport(reportFile: string, seconds: number, metrics: readonly Metric[]): void {
  const path = resolve(reportFile);
  mkdirSync(dirname(path), { recursive: true });
  const metricRows = metrics.map((metric) => {
    const { name, unit, limit, desiredValue, isMinimum }: Budget = budgets[metric.key];
    return {
      ...metric,
      held: isWithinBudget(metric),
      name,
      unit,
      limit,
      aim: desiredValue,
      least: isMinimum ?? false,
    };
  });
  const report = {
    measuredAt: new Date().toISOString(),
    machine: describeMachine(),
    seconds,
    figures: metricRows,
  };
  writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`);
}

/**
 * Returns true if a figure is within its budget. Compares the rounded value that the report prints, so that a line does
 * not contradict itself.
 */
function isWithinBudget({ key, value, isIncomplete }: Metric): boolean {
  const { limit, isMinimum, decimalPlaces }: Budget = budgets[key];
  const roundedValue = Number(value.toFixed(decimalPlaces));
  return !isIncomplete && (isMinimum ? roundedValue >= limit : roundedValue <= limit);
}

function formatBounds(budget: Budget): string {
  const { limit, isMinimum, desiredValue, unit } = budget;
  const boundText = isMinimum ? "at least" : "at most";
  const desiredValueText = desiredValue === undefined ? "" : ` (aim ${desiredValue})`;
  return `${boundText} ${`${limit} ${unit}`.trim()}${desiredValueText}`;
}

function formatAmount(value: number, { unit, decimalPlaces }: Budget): string {
  return `${value.toFixed(decimalPlaces)} ${unit}`.trim();
}
