import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from "rate-limiter-flexible";
import type { Redis } from "ioredis";

/**
 * A counter of this name; what it counts is forgotten so many seconds after the first of it, ten minutes if not given.
 */
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

/** `over`: seconds until it may be tried again. */
export type LimitVerdict = { status: "free" } | { status: "over"; retryAfter: number };

/** A try that was counted before its outcome is known: who then sees that it should not count gives it back. */
export type CountedTry =
  | { status: "free"; giveBack: () => Promise<void> }
  | Extract<LimitVerdict, { status: "over" }>;

export interface Count {
  counter: RateLimiterAbstract;
  key: string;
  allowed: number;
}

/** Longer than a command to Redis can take, in milliseconds. */
const margin = 1000;

/** Counts one more, whatever it comes to. */
export async function countOne(
  counter: RateLimiterAbstract,
  key: string,
): Promise<{ result: RateLimiterRes; giveBack: () => Promise<void> }> {
  const began = Date.now();
  const result = await counter.penalty(key);
  return {
    result,
    async giveBack() {
      // A try is over with its window: given back later, it would be a try too many for the next one.
      if (Date.now() + margin < began + result.msBeforeNext) await counter.reward(key);
    },
  };
}

/**
 * Counts a try in several counts at once, and in none of them when it is one too many for any: tries that run side
 * by side cannot all pass for the last one.
 */
export async function countTry(counts: readonly Count[]): Promise<CountedTry> {
  const counted = await Promise.all(
    counts.map(async ({ counter, key, allowed }) => ({ ...(await countOne(counter, key)), allowed })),
  );

  async function giveBack(): Promise<void> {
    await Promise.all(counted.map((one) => one.giveBack()));
  }

  const waits = counted.map(({ result, allowed }) => verdictOn(result, allowed)).filter(isOver);
  if (waits.length === 0) return { status: "free", giveBack };
  await giveBack();
  return { status: "over", retryAfter: Math.max(...waits.map(({ retryAfter }) => retryAfter)) };
}

function verdictOn({ consumedPoints, msBeforeNext }: RateLimiterRes, allowed: number): LimitVerdict {
  if (consumedPoints <= allowed) return { status: "free" };
  return { status: "over", retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}

function isOver(verdict: LimitVerdict): verdict is Extract<LimitVerdict, { status: "over" }> {
  return verdict.status === "over";
}
