import { afterEach, describe, expect, it, vi } from "vitest";
import type { Limits } from "~/request/limits/limits.server";
import { freePort } from "../../support/free-port";
import { type RedisServer, redisUrl, startInstance, startRedis } from "../../support/redis";

const logged: string[] = [];
const log = { info: note, warn: note };
function note(facts: object, text: string): void {
  logged.push(`${text} ${JSON.stringify(facts)}`);
}

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  logged.length = 0;
});

async function redisAt(port: number): Promise<RedisServer> {
  const redis = await startRedis(port);
  ends.push(() => redis.stop());
  return redis;
}

/** Starts one instance of the site. */
function instance(port: number): Limits {
  const { limits, redis } = startInstance(redisUrl(port), log);
  ends.push(() => {
    redis.client.disconnect();
  });
  return limits;
}

let people = 0;
const somebody = () => `192.0.2.${(people += 1)}`;

async function takeResends(limits: Limits, address: string, times: number): Promise<string[]> {
  const statuses = [];
  for (let time = 0; time < times; time += 1) statuses.push((await limits.take("resend", address)).status);
  return statuses;
}

/** Resolves once one instance limits what the other has counted. */
function untilShared(one: Limits, other: Limits): Promise<void> {
  return vi.waitFor(
    async () => {
      const address = somebody();
      await takeResends(one, address, 5);
      expect((await other.take("resend", address)).status).toBe("over");
    },
    { timeout: 15_000, interval: 50 },
  );
}

const allFree = Array<string>(5).fill("free");

describe("limits with Redis", () => {
  it("apply to all instances together", async () => {
    const port = await freePort();
    await redisAt(port);
    const [one, other] = [instance(port), instance(port)];
    await untilShared(one, other);

    const address = somebody();
    expect(await takeResends(one, address, 3)).toEqual(allFree.slice(0, 3));
    expect(await takeResends(other, address, 3)).toEqual(["free", "free", "over"]);
    expect(await other.take("resend", address)).toMatchObject({ status: "over" });
    const mail = { account: "somebody", reason: "registration" } as const;
    expect((await one.tryMail({ ...mail, key: "one" })).status).toBe("free");
    expect((await other.tryMail({ ...mail, key: "one" })).status).toBe("free");
    expect(await other.tryMail({ ...mail, key: "two" })).toMatchObject({
      status: "over",
      isRegistered: true,
    });
  });

  it("refund one of two e-mails that were counted in one request to Redis", async () => {
    const port = await freePort();
    await redisAt(port);
    const [one, other] = [instance(port), instance(port)];
    await untilShared(one, other);
    const mail = (key: string) => one.tryMail({ account: "somebody", reason: "request", key });
    const [first, second] = await Promise.all([mail("first"), mail("second")]);
    if (first.status === "over") throw new Error("it is the first");
    expect(second.status).toBe("over");
    await first.refund();
    expect((await mail("third")).status).toBe("free");
  });

  it("allow ten guessed codes, at any instances and at the same time", async () => {
    const port = await freePort();
    await redisAt(port);
    const [one, other] = [instance(port), instance(port)];
    await untilShared(one, other);

    const address = somebody();
    const tries = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 === 0 ? one : other).tryCode(address, `code${index}`, "typed"),
      ),
    );
    expect(tries.filter(({ status }) => status === "free")).toHaveLength(10);
    for (const attempt of tries) if (attempt.status === "free") await attempt.countUnknown();
    expect(await one.tryCode(address, "one-too-many", "typed")).toMatchObject({ status: "over" });
    expect(await other.tryCode(address, "one-too-many", "linked")).toMatchObject({ status: "free" });
  });

  it("allow five wrong passwords, at any instances and at the same time", async () => {
    const port = await freePort();
    await redisAt(port);
    const [one, other] = [instance(port), instance(port)];
    await untilShared(one, other);

    const tries = await Promise.all(
      [one, other, one, other, one, other, one, other].map((limits) =>
        limits.tryPassword(somebody(), "account"),
      ),
    );
    expect(tries.filter(({ status }) => status === "free")).toHaveLength(5);
    expect((await other.tryPassword(somebody(), "account")).status).toBe("over");
    for (const attempt of tries.slice(0, 4)) if (attempt.status === "free") await attempt.refund();
    expect((await other.tryPassword(somebody(), "account")).status).toBe("free");
  });

  it("apply to each process while Redis is down, and to all together afterwards", async () => {
    const port = await freePort();
    const redis = await redisAt(port);
    const [one, other] = [instance(port), instance(port)];
    await untilShared(one, other);

    await redis.stop();
    const address = somebody();
    expect(await takeResends(one, address, 6)).toEqual([...allFree, "over"]);
    expect(await takeResends(other, address, 6)).toEqual([...allFree, "over"]);

    await redisAt(port);
    await untilShared(one, other);
  });

  it("apply without delay while Redis hangs", async () => {
    const port = await freePort();
    const redis = await redisAt(port);
    const [one, other] = [instance(port), instance(port)];
    await untilShared(one, other);
    redis.hang();
    expect(await takeResends(one, somebody(), 6)).toEqual([...allFree, "over"]);
  });

  it("apply if Redis was never reachable", async () => {
    const limits = instance(await freePort());
    expect(await takeResends(limits, somebody(), 6)).toEqual([...allFree, "over"]);
  });

  it("log once that Redis is down and once that it is available again, and never its password", async () => {
    const port = await freePort();
    const limits = instance(port);
    await vi.waitFor(() => expect(logged.join()).toContain("Redis is not available for limits"), {
      timeout: 15_000,
    });
    await redisAt(port);
    await vi.waitFor(() => expect(logged.join()).toContain("Redis is available again"), { timeout: 15_000 });
    expect((await limits.take("interest", somebody())).status).toBe("free");
    expect(logged).toHaveLength(2);
    expect(logged.join()).not.toContain("canary");
  });
});
