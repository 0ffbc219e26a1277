import { Redis } from "ioredis";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Limits } from "~/request/limits/limits.server";
import { freePort } from "../../support/free-port";
import { type RedisServer, redisUrl, startLimitsInstance, startRedis } from "../../support/redis";

const logLines: string[] = [];
const log = { info: recordLine, warn: recordLine };
function recordLine(fields: object, text: string): void {
  logLines.push(`${text} ${JSON.stringify(fields)}`);
}

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  logLines.length = 0;
});

async function startRedisAt(port: number): Promise<RedisServer> {
  const redis = await startRedis(port);
  cleanups.push(() => redis.stop());
  return redis;
}

/** Starts the rate limits of one instance of the site. */
function startLimits(port: number): Limits {
  const { limits, redis } = startLimitsInstance(redisUrl(port), log);
  cleanups.push(() => {
    redis.client.disconnect();
  });
  return limits;
}

let addressCount = 0;
const createClientAddress = () => `192.0.2.${(addressCount += 1)}`;

async function takeResends(limits: Limits, clientAddress: string, resendCount: number): Promise<string[]> {
  const statuses = [];
  for (let time = 0; time < resendCount; time += 1)
    statuses.push((await limits.countAction("resend", clientAddress)).status);
  return statuses;
}

/** Resolves when attempts through one instance reach the limit in the other instance. */
function waitUntilShared(firstLimits: Limits, otherLimits: Limits): Promise<void> {
  return vi.waitFor(
    async () => {
      const clientAddress = createClientAddress();
      await takeResends(firstLimits, clientAddress, 5);
      expect((await otherLimits.countAction("resend", clientAddress)).status).toBe("limited");
    },
    { timeout: 15_000, interval: 50 },
  );
}

const freeStatuses = Array<string>(5).fill("free");

describe("limits with Redis", () => {
  it("apply to the sum of attempts at all instances", async () => {
    const port = await freePort();
    await startRedisAt(port);
    const [firstInstance, otherInstance] = [startLimits(port), startLimits(port)];
    await waitUntilShared(firstInstance, otherInstance);

    const clientAddress = createClientAddress();
    expect(await takeResends(firstInstance, clientAddress, 3)).toEqual(freeStatuses.slice(0, 3));
    expect(await takeResends(otherInstance, clientAddress, 3)).toEqual(["free", "free", "limited"]);
    expect(await otherInstance.countAction("resend", clientAddress)).toMatchObject({ status: "limited" });
    const mail = { accountKey: "somebody", reason: "registration" } as const;
    expect((await firstInstance.countMailAttempt({ ...mail, idempotencyKey: "one" })).status).toBe("free");
    expect((await otherInstance.countMailAttempt({ ...mail, idempotencyKey: "one" })).status).toBe("free");
    expect(await otherInstance.countMailAttempt({ ...mail, idempotencyKey: "two" })).toMatchObject({
      status: "limited",
      hasRegistration: true,
    });
  });

  it("end after ten minutes at the latest if the clock of Redis was set back by an hour", async () => {
    const port = await freePort();
    await startRedisAt(port);
    const [firstInstance, otherInstance] = [startLimits(port), startLimits(port)];
    await waitUntilShared(firstInstance, otherInstance);
    const clientAddress = createClientAddress();
    await takeResends(firstInstance, clientAddress, 5);
    const operator = new Redis(redisUrl(port));
    cleanups.push(() => {
      operator.disconnect();
    });
    const hourMs = 3_600_000;
    for (const key of await operator.keys("*"))
      for (const id of await operator.zrange(key, "0", "-1")) await operator.zincrby(key, hourMs, id);

    const result = await otherInstance.countAction("resend", clientAddress);
    expect(result.status).toBe("limited");
    expect("retryAfter" in result && result.retryAfter).toBeLessThanOrEqual(600);
    const latestExpiry = Number(
      (await operator.zrange(`velvetgate:{${clientAddress}}:resend`, "-1", "-1", "WITHSCORES"))[1],
    );
    const [seconds] = await operator.time();
    expect(latestExpiry).toBeLessThanOrEqual((Number(seconds) + 601) * 1000);
  });

  it("allow a third e-mail if the first is refunded, although a simultaneous second one was rejected", async () => {
    const port = await freePort();
    await startRedisAt(port);
    const [firstInstance, otherInstance] = [startLimits(port), startLimits(port)];
    await waitUntilShared(firstInstance, otherInstance);
    const tryMailWithKey = (key: string) =>
      firstInstance.countMailAttempt({ accountKey: "somebody", reason: "request", idempotencyKey: key });
    const [firstAttempt, secondAttempt] = await Promise.all([
      tryMailWithKey("first"),
      tryMailWithKey("second"),
    ]);
    if (firstAttempt.status === "limited") throw new Error("it is the first");
    expect(secondAttempt.status).toBe("limited");
    await firstAttempt.refund();
    expect((await tryMailWithKey("third")).status).toBe("free");
  });

  it("allow ten guessed codes in total, even at several instances at the same time", async () => {
    const port = await freePort();
    await startRedisAt(port);
    const [firstInstance, otherInstance] = [startLimits(port), startLimits(port)];
    await waitUntilShared(firstInstance, otherInstance);

    const clientAddress = createClientAddress();
    const attemptResults = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? firstInstance : otherInstance).countCodeAttempt(
          clientAddress,
          `code${index}`,
          "typed",
        ),
      ),
    );
    expect(attemptResults.filter(({ status }) => status === "free")).toHaveLength(10);
    for (const attempt of attemptResults) if (attempt.status === "free") await attempt.countAsUnknownCode();
    expect(await firstInstance.countCodeAttempt(clientAddress, "one-too-many", "typed")).toMatchObject({
      status: "limited",
    });
    expect(await otherInstance.countCodeAttempt(clientAddress, "one-too-many", "linked")).toMatchObject({
      status: "free",
    });
  });

  it("allow five wrong passwords in total, even at several instances at the same time", async () => {
    const port = await freePort();
    await startRedisAt(port);
    const [firstInstance, otherInstance] = [startLimits(port), startLimits(port)];
    await waitUntilShared(firstInstance, otherInstance);

    const attemptResults = await Promise.all(
      [
        firstInstance,
        otherInstance,
        firstInstance,
        otherInstance,
        firstInstance,
        otherInstance,
        firstInstance,
        otherInstance,
      ].map((limits) => limits.countPasswordAttempt(createClientAddress(), "account")),
    );
    expect(attemptResults.filter(({ status }) => status === "free")).toHaveLength(5);
    expect((await otherInstance.countPasswordAttempt(createClientAddress(), "account")).status).toBe(
      "limited",
    );
    for (const attempt of attemptResults.slice(0, 4)) if (attempt.status === "free") await attempt.refund();
    expect((await otherInstance.countPasswordAttempt(createClientAddress(), "account")).status).toBe("free");
  });

  it("apply to each process separately while Redis is down, and to all processes together afterwards", async () => {
    const port = await freePort();
    const redis = await startRedisAt(port);
    const [firstInstance, otherInstance] = [startLimits(port), startLimits(port)];
    await waitUntilShared(firstInstance, otherInstance);

    await redis.stop();
    const clientAddress = createClientAddress();
    expect(await takeResends(firstInstance, clientAddress, 6)).toEqual([...freeStatuses, "limited"]);
    expect(await takeResends(otherInstance, clientAddress, 6)).toEqual([...freeStatuses, "limited"]);

    await startRedisAt(port);
    await waitUntilShared(firstInstance, otherInstance);
  });

  it("apply without delay while Redis does not respond", async () => {
    const port = await freePort();
    const redis = await startRedisAt(port);
    const [firstInstance, otherInstance] = [startLimits(port), startLimits(port)];
    await waitUntilShared(firstInstance, otherInstance);
    redis.hang();
    expect(await takeResends(firstInstance, createClientAddress(), 6)).toEqual([...freeStatuses, "limited"]);
  });

  it("apply if Redis was never reachable", async () => {
    const limits = startLimits(await freePort());
    expect(await takeResends(limits, createClientAddress(), 6)).toEqual([...freeStatuses, "limited"]);
  });

  it("log once that Redis is down and once that Redis returns, without the password", async () => {
    const port = await freePort();
    const limits = startLimits(port);
    await vi.waitFor(() => expect(logLines.join()).toContain("Redis is not available for limits"), {
      timeout: 15_000,
    });
    await startRedisAt(port);
    await vi.waitFor(() => expect(logLines.join()).toContain("Redis is available again"), {
      timeout: 15_000,
    });
    expect((await limits.countAction("interest", createClientAddress())).status).toBe("free");
    expect(logLines).toHaveLength(2);
    expect(logLines.join()).not.toContain("canary");
  });
});
