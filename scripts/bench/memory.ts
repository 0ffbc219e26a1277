import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import type { Metric } from "./metric";
import { applyLoad } from "./load";
import type { BenchmarkServer } from "./servers";
import type { Visit } from "./visits";

const stepCount = 5;
const pageCountsByVisit = {
  landing: { key: "memory", pages: 100_000 },
  form: { key: "formMemory", pages: 20_000 },
} as const satisfies Record<Visit, { key: Metric["key"]; pages: number }>;
/** The maximum duration of each of the five steps, in seconds. Without a limit, a slow server would need 15 minutes. */
const secondsPerStep = 60;

/** Serves the pages of `pageCountsByVisit` in five steps, and measures the memory of the process after each step. */
export async function measureMemory(site: BenchmarkServer, visit: Visit): Promise<Metric[]> {
  const { key, pages: all } = pageCountsByVisit[visit];
  const memorySamples: string[] = [];
  let servedPageCount = 0;
  let residentMegabytes = 0;
  for (let step = 0; step < stepCount; step += 1) {
    const { pages } = await applyLoad(site, visit, { duration: secondsPerStep, pages: all / stepCount });
    servedPageCount += pages;
    residentMegabytes = readResidentMegabytes(site.child.pid);
    memorySamples.push(`${formatThousands(servedPageCount)} ${residentMegabytes.toFixed(0)}`);
  }
  const isComplete = servedPageCount >= all;
  const note = `after ${memorySamples.join(", ")} MB${isComplete ? "" : "; too slow for all"}`;
  return [{ key, value: residentMegabytes, note, ...(!isComplete && { isIncomplete: true }) }];
}

const formatThousands = (pages: number) => `${Math.round(pages / 1000)}k`;

/** Returns the resident set of a process, in units of 1024 × 1024 bytes. */
function readResidentMegabytes(pid: number): number {
  const status = `/proc/${pid}/status`;
  const residentKilobytes = existsSync(status)
    ? /^VmRSS:\s*(\d+)/m.exec(readFileSync(status, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  const megabytes = Number(residentKilobytes) / 1024;
  if (!(megabytes > 0)) throw new Error(`The memory use of process ${pid} cannot be read`);
  return megabytes;
}
