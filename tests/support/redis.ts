import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseRedisUrl } from "~/config/redis-address";
import type { Log } from "~/telemetry/log.server";
import { createLimits, type Limits } from "~/request/limits/limits.server";
import { createLocalCounts } from "~/request/limits/local-counts.server";
import { sharedCounts } from "~/request/limits/shared-counts.server";
import { connectRedis, type RedisConnection } from "~/request/redis/connect-redis.server";
import { findRedis } from "../../scripts/redis.mjs";

const password = "canary-of-redis";

export interface RedisServer {
  /** Takes connections and says nothing any more. */
  hang(): void;
  stop: () => Promise<void>;
}

/** Where a Redis of this port is found, with the password that it wants. */
export function redisUrl(port: number): string {
  return `redis://:${password}@127.0.0.1:${port}`;
}

/** Credentials of the servers that `startRedis` starts, to be put before the hosts of an address of several. */
export const redisCredentials = `:${password}@`;

/** A Redis of our own that keeps nothing; resolves once it takes connections. */
export async function startRedis(port: number, ...options: string[]): Promise<RedisServer> {
  const place = ["--port", String(port), "--bind", "127.0.0.1"];
  const args = ["--requirepass", password, "--masterauth", password, "--save", "", "--appendonly", "no"];
  return startRedisProgram([...place, ...args, ...options]);
}

/** Runs redis-server, or a Sentinel, until it is stopped; resolves once it is ready. */
export async function startRedisProgram(args: string[], cwd?: string): Promise<RedisServer> {
  const program = findRedis();
  if (!program) throw new Error("There is no redis-server: npm test installs it where it can");
  const server = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"], cwd });
  const ended = once(server, "close");
  let output = "";
  await new Promise<void>((resolve, reject) => {
    server.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (/Ready to accept connections|Sentinel ID is/.test(output)) resolve();
    });
    void ended.then(() => reject(new Error(`redis-server did not start:\n${output}`)));
  });
  return {
    hang: () => void server.kill("SIGSTOP"),
    async stop() {
      server.kill("SIGCONT");
      server.kill("SIGTERM");
      await ended;
    },
  };
}

/** Connects as the site does. */
export function connectTo(url: string, log: Pick<Log, "info" | "warn">): RedisConnection {
  const address = parseRedisUrl(url);
  if (!address) throw new Error(`${url} is no address of Redis`);
  return connectRedis(address, log);
}

/** The limits of one instance of the site. */
export interface Instance {
  limits: Limits;
  redis: RedisConnection;
  /** The subjects that it remembers itself. */
  remembered: () => number;
}

/** Starts the limits of one instance of the site with Redis at an address. */
export function startInstance(url: string, log: Pick<Log, "info" | "warn">, patienceMs?: number): Instance {
  const redis = connectTo(url, log);
  const local = createLocalCounts();
  const limits = createLimits({ counts: sharedCounts(redis, local, patienceMs) });
  return { redis, limits, remembered: local.size };
}
