// npm run bench -- --instances: measures 1, 2 and 4 instances with one Redis on this machine.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { freePort } from "../../tests/support/free-port";
import { redisUrl, startRedis } from "../../tests/support/redis";
import { expectSameTitle, type Server, startAcq, startSite } from "./servers";
import { connectionCounts, pathByVisit, type Visit, visitorHeaders } from "./visits";

const execFileAsync = promisify(execFile);
const instanceCounts = [1, 2, 4];

/** The result of one measurement run, over all instances. */
interface Run {
  perSecond: number;
  /** The 99th percentile of response times of the slowest instance, in milliseconds. */
  p99: number;
}

/** Prints a table: pages per second, and the load of the instances on acq and Redis. */
export async function measureInstances(seconds: number): Promise<void> {
  const redisPort = await freePort();
  const redisServer = await startRedis(redisPort);
  const redis = new Redis(redisUrl(redisPort));
  const acq = await startAcq();
  try {
    console.log(
      "instances  landing/s  p99 ms  forms/s  p99 ms  sockets at acq  Redis µs/form  Redis commands/form",
    );
    for (const count of instanceCounts) {
      const instances = await startInstances(count, acq, redisUrl(redisPort));
      await loadAll(instances, "landing", 2 * seconds);
      const landingRun = await loadAll(instances, "landing", seconds);
      await loadAll(instances, "form", 2 * seconds);
      const commandsBefore = await readCommandStats(redis);
      const form = await loadAll(instances, "form", seconds);
      const commandsAfter = await readCommandStats(redis);
      const formCount = form.perSecond * seconds;
      console.log(
        [
          String(count).padStart(9),
          formatRounded(landingRun.perSecond, 9),
          formatRounded(landingRun.p99, 6),
          formatRounded(form.perSecond, 7),
          formatRounded(form.p99, 6),
          formatRounded(countOpenSockets(acq), 14),
          ((commandsAfter.microseconds - commandsBefore.microseconds) / formCount).toFixed(1).padStart(13),
          ((commandsAfter.calls - commandsBefore.calls) / formCount).toFixed(2).padStart(19),
        ].join("  "),
      );
      await Promise.all(instances.map(({ child }) => child.stop()));
    }
  } finally {
    redis.disconnect();
    await redisServer.stop();
  }
}

const formatRounded = (value: number, width: number) =>
  Math.round(value).toLocaleString("en").padStart(width);

async function startInstances(count: number, acq: string, redis: string): Promise<Server[]> {
  const startPromises = Array.from({ length: count }, () => startSite(acq, { REDIS_URL: redis }));
  const instances = await Promise.all(startPromises);
  await expectSameTitle(instances, pathByVisit.landing);
  return instances;
}

/** Sends requests to all instances at the same time, like a round-robin proxy. */
async function loadAll(instances: readonly Server[], visit: Visit, seconds: number): Promise<Run> {
  const connectionCount = Math.max(1, Math.round(connectionCounts[visit] / instances.length));
  const runs = await Promise.all(
    instances.map(({ origin }) => loadInstance(`${origin}${pathByVisit[visit]}`, connectionCount, seconds)),
  );
  return {
    perSecond: runs.reduce((total, { perSecond }) => total + perSecond, 0),
    p99: Math.max(...runs.map(({ p99 }) => p99)),
  };
}

/**
 * Runs the load generator wrk, which needs a tenth of the processor time of a load generator in Node. Throws if a
 * request fails.
 */
async function loadInstance(url: string, connectionCount: number, seconds: number): Promise<Run> {
  const headers = Object.entries(visitorHeaders).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const options = [
    "-t1",
    `-c${connectionCount}`,
    `-d${seconds}s`,
    "--timeout",
    "30s",
    "--latency",
    ...headers,
  ];
  const { stdout } = await execFileAsync("wrk", [...options, url]);
  if (/Non-2xx|Socket errors/.test(stdout))
    throw new Error(`${url} did not always answer with the page:\n${stdout}`);
  const [, amount = "", unit = ""] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  const perSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  return { perSecond, p99: Number(amount) * (unit === "s" ? 1000 : unit === "ms" ? 1 : 0.001) };
}

/** Returns the number of commands that Redis has run, and their total duration. */
async function readCommandStats(redis: Redis): Promise<{ calls: number; microseconds: number }> {
  const lines = [...(await redis.info("commandstats")).matchAll(/^cmdstat_(\S+):calls=(\d+),usec=(\d+)/gm)];
  // If Redis ran scripts, counts only the scripts, since their time includes the commands within them.
  const commands = lines.filter(([, name]) => !["info", "ping"].includes(name ?? ""));
  const scriptCommands = commands.filter(([, name]) => name?.startsWith("eval"));
  const statsLines = scriptCommands.length > 0 ? scriptCommands : commands;
  return {
    calls: statsLines.reduce((total, [, , calls]) => total + Number(calls), 0),
    microseconds: statsLines.reduce((total, [, , , microseconds]) => total + Number(microseconds), 0),
  };
}

/**
 * Returns the number of open connections to acq, from Linux's list of TCP connections. Instances keep idle connections
 * for four seconds.
 */
function countOpenSockets(acq: string): number {
  const port = Number(new URL(acq).port).toString(16).toUpperCase().padStart(4, "0");
  const socketRows = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((table) =>
    readFileSync(table, "utf8").split("\n"),
  );
  const establishedState = "01";
  return socketRows.filter((socketRow) =>
    new RegExp(`^\\s*\\d+: \\w+:${port} \\w+:\\w+ ${establishedState} `).test(socketRow),
  ).length;
}
