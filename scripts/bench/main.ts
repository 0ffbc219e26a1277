// Prints the performance figures with their budgets. The exit code is 1 only if something could not be measured.
import { measureBytes } from "./bytes";
import { killRunningProcesses } from "./children";
import { measureCrowds } from "./crowds";
import type { Metric } from "./metric";
import { measureInstances } from "./instances";
import { measureLighthouse } from "./lighthouse";
import { measureMemory } from "./memory";
import { readOptions, type MetricGroup } from "./options";
import { measureRegistration } from "./registration";
import { formatMetricLine, describeMachine, writeJsonReport } from "./report";
import { startAcq, startMinimalServer, startSite, startPlainNode, startRemixServe } from "./servers";
import { measureStart } from "./start";
import { measureForm, measureLanding } from "./throughput";

process.once("exit", killRunningProcesses);
for (const [signal, exitCode] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)
  process.once(signal, () => process.exit(exitCode));

try {
  process.exit((await runBenchmark()) ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Runs all groups of measurements, even if one fails. Returns true if everything could be measured. */
async function runBenchmark(): Promise<boolean> {
  const { selectedGroups, seconds, jsonFile, shouldMeasureInstances } = readOptions(process.argv.slice(2));
  const { cores, processor, node, system } = describeMachine();
  console.log(
    `${cores} cores of ${processor}, shared by the servers and the load generators; Node ${node}, ${system}`,
  );
  console.log(
    "Compare only ratios: between two runs, a difference below a factor of 2 may be chance. A KB is 1024 bytes.\n",
  );
  if (shouldMeasureInstances) {
    await measureInstances(seconds);
    return true;
  }
  const metrics: Metric[] = [];
  let areAllGroupsMeasured = true;
  for (const metricGroup of selectedGroups) {
    try {
      const groupMetrics = await measureMetricGroup(metricGroup, seconds);
      for (const metric of groupMetrics) console.log(formatMetricLine(metric));
      metrics.push(...groupMetrics);
    } catch (error) {
      areAllGroupsMeasured = false;
      console.error(
        `${metricGroup} could not be measured: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    writeJsonReport(jsonFile, seconds, metrics);
  }
  return areAllGroupsMeasured;
}

/**
 * Measures one group of figures. Each group starts its own servers, so that no group benefits from another group's
 * warm-up.
 */
async function measureMetricGroup(metricGroup: MetricGroup, seconds: number): Promise<Metric[]> {
  try {
    if (metricGroup === "registration") return await measureRegistration();
    const acq = await startAcq();
    if (metricGroup === "start") return await measureStart(acq);
    if (metricGroup === "crowds") return await measureCrowds(acq);
    const site = await startSite(acq);
    switch (metricGroup) {
      case "landing":
        return await measureLanding(site, await startPlainNode(site), seconds);
      case "form": {
        const [plain, floor] = [await startPlainNode(site), await startMinimalServer(site, acq)];
        return await measureForm({ ours: site, plain, floor, stock: await startRemixServe(acq) }, seconds);
      }
      case "bytes":
        return await measureBytes(site);
      case "lighthouse":
        return await measureLighthouse(site, await startPlainNode(site));
      case "memory":
        return [
          ...(await measureMemory(site, "landing")),
          ...(await measureMemory(await startSite(acq), "form")),
        ];
    }
  } finally {
    killRunningProcesses();
  }
}
