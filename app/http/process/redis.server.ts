import { Redis } from "ioredis";
import type { Log } from "~/telemetry/log.server";

/** A connection that never makes a visitor wait: what Redis does not take at once is done without it. */
export function connectRedis(url: string, log: Pick<Log, "info" | "warn">): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: 500,
    socketTimeout: 2000,
    retryStrategy: (times) => Math.min(times * 100, 2000),
  });
  let isAway = false;
  redis.on("ready", () => {
    if (isAway) log.info({}, "Redis is back: limits are shared again");
    isAway = false;
  });
  redis.on("error", (error: NodeJS.ErrnoException) => {
    if (!isAway) log.warn({ code: error.code }, "Redis is away: each process limits for itself");
    isAway = true;
  });
  return redis;
}
