import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from "rate-limiter-flexible";

/** A counter of this name; what it counts is forgotten so many seconds after the first of it, ten minutes if not given. */
export type NewCounter = (name: string, seconds?: number) => RateLimiterAbstract;

/** Counters in Redis, shared by all instances; in this process alone without it and while it is away. */
export function countersIn(redis: Redis | undefined): NewCounter {
  return (name, seconds = 10 * 60) => {
    // `penalty` counts and never refuses; points are what `consume` would heed.
    const options = { keyPrefix: `velvetgate:${name}`, points: 0, duration: seconds };
    const inMemory = new RateLimiterMemory(options);
    if (!redis) return inMemory;
    const shared = { storeClient: redis, rejectIfRedisNotReady: true, insuranceLimiter: inMemory };
    return new RateLimiterRedis({ ...options, ...shared });
  };
}
