import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import type { Figure } from "./figure";
import { load } from "./load";
import type { Server } from "./servers";
import { paths } from "./visits";

const steps = 5;
const pagesPerStep = 20_000;
/** A server that is slower than this would have us wait for a quarter of an hour. */
const secondsPerStep = 60;

/** What the process holds while it serves 100,000 landing pages, at every fifth of the way. */
export async function measureMemory(ours: Server): Promise<Figure[]> {
  const held: string[] = [];
  let served = 0;
  let megabytes = 0;
  for (let step = 0; step < steps; step += 1) {
    const { pages } = await load(ours, paths.landing, { duration: secondsPerStep, pages: pagesPerStep });
    served += pages;
    megabytes = residentMegabytes(ours.child.pid);
    held.push(`${thousands(served)} ${megabytes.toFixed(0)}`);
  }
  const whole = served >= steps * pagesPerStep;
  const note = `after ${held.join(", ")} MB${whole ? "" : "; too slow for all 100,000"}`;
  return [{ key: "memory", value: megabytes, note, ...(!whole && { broken: true }) }];
}

const thousands = (pages: number) => `${Math.round(pages / 1000)}k`;

/** The resident set of a process, in units of 1024 × 1024 bytes. */
function residentMegabytes(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s*(\d+)/m.exec(readFileSync(status, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  const megabytes = Number(kilobytes) / 1024;
  if (!(megabytes > 0)) throw new Error(`Nothing says how much memory process ${pid} holds`);
  return megabytes;
}
