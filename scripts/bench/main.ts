// Prints the performance figures with their budgets. The exit code is 1 only if something could not be measured.
import { measureBytes } from "./bytes";
import { killRunningProcesses } from "./children";
import { measureCrowds } from "./crowds";
import type { Figure } from "./figure";
import { measureInstances } from "./instances";
import { measureLighthouse } from "./lighthouse";
import { measureMemory } from "./memory";
import { readOptions, type FigureGroup } from "./options";
import { formatFigureLine, describeMachine, writeJsonReport } from "./report";
import { startAcq, startFloorServer, startSite, startPlainNode, startRemixServe } from "./servers";
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
  const figures: Figure[] = [];
  let areAllGroupsMeasured = true;
  for (const figureGroup of selectedGroups) {
    try {
      const groupFigures = await measureFigureGroup(figureGroup, seconds);
      for (const figure of groupFigures) console.log(formatFigureLine(figure));
      figures.push(...groupFigures);
    } catch (error) {
      areAllGroupsMeasured = false;
      console.error(
        `${figureGroup} could not be measured: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    writeJsonReport(jsonFile, seconds, figures);
  }
  return areAllGroupsMeasured;
}

/**
 * Measures one group of figures. Each group starts its own servers, so that no group benefits from another group's
 * warm-up.
 */
async function measureFigureGroup(figureGroup: FigureGroup, seconds: number): Promise<Figure[]> {
  try {
    const acq = await startAcq();
    if (figureGroup === "start") return await measureStart(acq);
    if (figureGroup === "crowds") return await measureCrowds(acq);
    const site = await startSite(acq);
    switch (figureGroup) {
      case "landing":
        return await measureLanding(site, await startPlainNode(site), seconds);
      case "form": {
        const [plain, floor] = [await startPlainNode(site), await startFloorServer(site, acq)];
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
