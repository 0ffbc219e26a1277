// npm run bench -- --instances: measures 1, 2 and 4 instances with one Redis on this machine.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { Redis } from "ioredis";
import { freePort } from "../../tests/support/free-port";
import { redisUrl, startRedis } from "../../tests/support/redis";
import { expectSameTitle, type BenchmarkServer, startAcq, startSite } from "./servers";
import { connectionCounts, pathByVisit, type Visit, visitorHeaders } from "./visits";

const execFileAsync = promisify(execFile);
const instanceCounts = [1, 2, 4];

/** The result of one measurement run, over all instances. */
interface LoadResult {
  requestsPerSecond: number;
  /** The 99th percentile of response times of the slowest instance, in milliseconds. */
  p99LatencyMs: number;
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
      await applyLoadToInstances(instances, "landing", 2 * seconds);
      const landingResult = await applyLoadToInstances(instances, "landing", seconds);
      await applyLoadToInstances(instances, "form", 2 * seconds);
      const redisStatsBefore = await readRedisCommandStats(redis);
      const formResult = await applyLoadToInstances(instances, "form", seconds);
      const redisStatsAfter = await readRedisCommandStats(redis);
      const formRequestCount = formResult.requestsPerSecond * seconds;
      console.log(
        [
          String(count).padStart(9),
          formatRounded(landingResult.requestsPerSecond, 9),
          formatRounded(landingResult.p99LatencyMs, 6),
          formatRounded(formResult.requestsPerSecond, 7),
          formatRounded(formResult.p99LatencyMs, 6),
          formatRounded(countSocketsToAcq(acq), 14),
          ((redisStatsAfter.totalMicroseconds - redisStatsBefore.totalMicroseconds) / formRequestCount)
            .toFixed(1)
            .padStart(13),
          ((redisStatsAfter.callCount - redisStatsBefore.callCount) / formRequestCount)
            .toFixed(2)
            .padStart(19),
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

async function startInstances(
  count: number,
  acqUrl: string,
  redisAddress: string,
): Promise<BenchmarkServer[]> {
  const startPromises = Array.from({ length: count }, () => startSite(acqUrl, { REDIS_URL: redisAddress }));
  const instances = await Promise.all(startPromises);
  await expectSameTitle(instances, pathByVisit.landing);
  return instances;
}

/** Sends requests to all instances at the same time, like a round-robin proxy. */
async function applyLoadToInstances(
  instances: readonly BenchmarkServer[],
  visit: Visit,
  seconds: number,
): Promise<LoadResult> {
  const connectionCount = Math.max(1, Math.round(connectionCounts[visit] / instances.length));
  const loadResults = await Promise.all(
    instances.map(({ origin }) =>
      applyLoadToInstance(`${origin}${pathByVisit[visit]}`, connectionCount, seconds),
    ),
  );
  return {
    requestsPerSecond: loadResults.reduce((total, { requestsPerSecond }) => total + requestsPerSecond, 0),
    p99LatencyMs: Math.max(...loadResults.map(({ p99LatencyMs }) => p99LatencyMs)),
  };
}

/**
 * Runs the load generator wrk, which needs a tenth of the processor time of a load generator in Node. Throws if a
 * request fails.
 */
async function applyLoadToInstance(
  url: string,
  connectionCount: number,
  seconds: number,
): Promise<LoadResult> {
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
  const requestsPerSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  return {
    requestsPerSecond,
    p99LatencyMs: Number(amount) * (unit === "s" ? 1000 : unit === "ms" ? 1 : 0.001),
  };
}

/** Returns the number of commands that Redis has run, and their total duration. */
async function readRedisCommandStats(
  redis: Redis,
): Promise<{ callCount: number; totalMicroseconds: number }> {
  const lines = [...(await redis.info("commandstats")).matchAll(/^cmdstat_(\S+):calls=(\d+),usec=(\d+)/gm)];
  // If Redis ran scripts, counts only the scripts, since their time includes the commands within them.
  const commandLines = lines.filter(([, name]) => !["info", "ping"].includes(name ?? ""));
  const scriptCommandLines = commandLines.filter(([, name]) => name?.startsWith("eval"));
  const statsLines = scriptCommandLines.length > 0 ? scriptCommandLines : commandLines;
  return {
    callCount: statsLines.reduce((total, [, , calls]) => total + Number(calls), 0),
    totalMicroseconds: statsLines.reduce((total, [, , , microseconds]) => total + Number(microseconds), 0),
  };
}

/**
 * Returns the number of open connections to acq, from Linux's list of TCP connections. The number includes idle
 * connections, which instances keep open for four seconds.
 */
function countSocketsToAcq(acqUrl: string): number {
  const port = Number(new URL(acqUrl).port).toString(16).toUpperCase().padStart(4, "0");
  const socketRows = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((socketTableFile) =>
    readFileSync(socketTableFile, "utf8").split("\n"),
  );
  const establishedStateCode = "01";
  return socketRows.filter((socketRow) =>
    new RegExp(`^\\s*\\d+: \\w+:${port} \\w+:\\w+ ${establishedStateCode} `).test(socketRow),
  ).length;
}
