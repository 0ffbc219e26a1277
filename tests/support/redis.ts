import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseRedisUrl } from "~/config/redis-address";
import type { Log } from "~/telemetry/log.server";
import { createLimits, type Limits } from "~/request/limits/limits.server";
import { createLocalCounts } from "~/request/limits/local-counts.server";
import { createSharedCounts } from "~/request/limits/shared-counts.server";
import { connectRedis, type RedisConnection } from "~/request/redis/connect-redis.server";
import { findProgram } from "../../scripts/programs.mjs";

const password = "canary-of-redis";

export interface RedisServer {
  /** Suspends the Redis process, which then accepts connections but does not reply. */
  hang(): void;
  stop: () => Promise<void>;
}

/** Returns the URL of the Redis on this port, with its password. */
export function redisUrl(port: number): string {
  return `redis://:${password}@127.0.0.1:${port}`;
}

/** The credentials of the Redis servers that `startRedis` starts, for a URL with several hosts. */
export const redisCredentials = `:${password}@`;

/** Starts a Redis without persistence. Resolves once it accepts connections. */
export async function startRedis(port: number, ...options: string[]): Promise<RedisServer> {
  const listenOptions = ["--port", String(port), "--bind", "127.0.0.1"];
  const args = ["--requirepass", password, "--masterauth", password, "--save", "", "--appendonly", "no"];
  return startRedisProgram([...listenOptions, ...args, ...options]);
}

/** Runs redis-server or a Sentinel until it is stopped. Resolves once it is ready. */
export async function startRedisProgram(args: string[], cwd?: string): Promise<RedisServer> {
  const program = findProgram("redis-server");
  if (!program) throw new Error("There is no redis-server: npm test installs it where it can");
  const server = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"], cwd });
  const closeEvent = once(server, "close");
  let output = "";
  await new Promise<void>((resolve, reject) => {
    server.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (/Ready to accept connections|Sentinel ID is/.test(output)) resolve();
    });
    void closeEvent.then(() => reject(new Error(`redis-server did not start:\n${output}`)));
  });
  return {
    hang: () => void server.kill("SIGSTOP"),
    async stop() {
      server.kill("SIGCONT");
      server.kill("SIGTERM");
      await closeEvent;
    },
  };
}

/** Connects to Redis in the same way as the site. */
export function connectToRedis(url: string, log: Pick<Log, "info" | "warn">): RedisConnection {
  const redisAddress = parseRedisUrl(url);
  if (!redisAddress) throw new Error(`${url} is no address of Redis`);
  return connectRedis(redisAddress, log);
}

/** The rate limits of one instance of the site, and their connection to Redis. */
export interface LimitsInstance {
  limits: Limits;
  redis: RedisConnection;
  /** Returns the number of keys (client networks, for example) for which the instance has local counts. */
  countLocalKeys: () => number;
}

/** Starts the rate limits of one instance of the site, with the Redis at this URL. */
export function startLimitsInstance(
  url: string,
  log: Pick<Log, "info" | "warn">,
  timeoutMs?: number,
): LimitsInstance {
  const redis = connectToRedis(url, log);
  const localCounts = createLocalCounts();
  const limits = createLimits({ countStore: createSharedCounts(redis, localCounts, timeoutMs) });
  return { redis, limits, countLocalKeys: localCounts.size };
}
