import fc from "fast-check";
import { Redis } from "ioredis";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { AttemptResult } from "~/request/limits/attempts.server";
import { freePort } from "../../support/free-port";
import { redisUrl, startLimitsInstance, startRedis, type LimitsInstance } from "../../support/redis";
import { startRedisProxy, type RedisProxy } from "../../support/redis-proxy";

/** The number of attempts that the limit "resend" allows. */
const limit = 5;
/** The time limit for Redis. It is so short that many replies of Redis are late. */
const timeoutMs = 15;
const log = { info: () => undefined, warn: () => undefined };
const pollOptions = { timeout: 120_000, interval: 20 };

const cleanups: (() => unknown)[] = [];
let operatorRedis: Redis;
let instances: { instance: LimitsInstance; proxy: RedisProxy }[];
/** An instance that connects to Redis without a proxy, and always waits for Redis's replies. */
let observerInstance: LimitsInstance;
beforeAll(async () => {
  const redisPort = await freePort();
  const server = await startRedis(redisPort);
  cleanups.push(() => server.stop());
  operatorRedis = new Redis(redisUrl(redisPort));
  cleanups.push(() => {
    operatorRedis.disconnect();
  });
  instances = [await startBehindProxy(redisPort), await startBehindProxy(redisPort)];
  observerInstance = startLimitsInstance(redisUrl(redisPort), log, 60_000);
  cleanups.push(() => {
    observerInstance.redis.client.disconnect();
  });
  await vi.waitFor(() => expect(observerInstance.redis.redisState.isUp()).toBe(true), pollOptions);
});
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

async function startBehindProxy(redisPort: number): Promise<{ instance: LimitsInstance; proxy: RedisProxy }> {
  const port = await freePort();
  const proxy = await startRedisProxy(port, redisPort);
  const instance = startLimitsInstance(redisUrl(port), log, timeoutMs);
  cleanups.push(() => {
    instance.redis.client.disconnect();
    return proxy.stop();
  });
  return { instance, proxy };
}

const instanceIndex = fc.nat(1);
const arbitraryStep = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant("try"), which: instanceIndex, isRefunded: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("hold", "release"), which: instanceIndex }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("repeat", "cut", "fail", "mend"), which: instanceIndex }),
  },
  // The action "settle" waits until each attempt so far is accepted or refused.
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("settle"), which: instanceIndex }) },
);

let networks = 0;

it(
  "limits permit at most five attempts in each instance and count each of them once, despite faults of Redis",
  { timeout: 900_000 },
  async () => {
    const sharedLimitProperty = fc.asyncProperty(
      fc.array(arbitraryStep, { minLength: 10, maxLength: 40 }),
      async (steps) => {
        const clientAddress = `10.0.${Math.floor(networks / 250)}.${networks % 250}`;
        networks += 1;
        const attemptPromises: Promise<unknown>[] = [];
        const acceptedCounts = [0, 0];

        async function recordTry(
          index: number,
          isRefunded: boolean,
          attempt: Promise<AttemptResult>,
        ): Promise<void> {
          const result = await attempt;
          if (result.status === "limited") return;
          if (isRefunded) await result.refund();
          else acceptedCounts[index] = (acceptedCounts[index] ?? 0) + 1;
        }

        for (const { kind, which: index, ...details } of steps) {
          const { instance, proxy } = instances[index] ?? expect.fail();
          if (kind === "try") {
            const isRefunded = "isRefunded" in details && details.isRefunded;
            attemptPromises.push(
              recordTry(index, isRefunded, instance.limits.countAction("resend", clientAddress)),
            );
          }
          if (kind === "hold") proxy.holdResponses();
          if (kind === "release") proxy.release();
          if (kind === "repeat") proxy.repeatNextResponse();
          if (kind === "cut") proxy.disconnect();
          if (kind === "fail") proxy.failScripts("LOADING");
          if (kind === "mend") proxy.failScripts(undefined);
          if (kind === "settle") await Promise.all(attemptPromises);
        }
        await Promise.all(attemptPromises);
        for (const count of acceptedCounts) expect(count).toBeLessThanOrEqual(limit);

        // Ends all faults of the Redis proxies, so that Redis replies again.
        for (const { proxy } of instances) {
          proxy.failScripts(undefined);
          proxy.release();
        }
        await vi.waitFor(async () => {
          for (const { redis } of instances.map(({ instance }) => instance)) {
            expect(await redis.client.ping()).toBe("PONG");
            expect(redis.redisState.isUp()).toBe(true);
          }
        }, pollOptions);
        const acceptedSum = acceptedCounts.reduce((total, acceptedCount) => total + acceptedCount);
        await vi.waitFor(
          async () =>
            expect(await operatorRedis.zcard(`velvetgate:{${clientAddress}}:resend`)).toBe(acceptedSum),
          pollOptions,
        );
        const nextAttempt = await observerInstance.limits.countAction("resend", clientAddress);
        expect(nextAttempt.status).toBe(acceptedSum < limit ? "free" : "limited");
        if (nextAttempt.status === "limited") return;
        await nextAttempt.refund();
        // After the refund, each instance soon accepts an attempt again.
        for (const { instance } of instances)
          await vi.waitFor(async () => {
            const nextTry = await instance.limits.countAction("resend", clientAddress);
            if (nextTry.status === "limited") return expect.fail("refused");
            await nextTry.refund();
          }, pollOptions);
      },
    );
    await fc.assert(sharedLimitProperty, { numRuns: 25, endOnFailure: true });
  },
);
