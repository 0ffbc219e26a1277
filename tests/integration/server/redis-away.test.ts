import { afterAll, expect, it } from "vitest";
import { freePort } from "../../support/free-port";
import { redisUrl, startRedis } from "../../support/redis";
import { startVelvetgate } from "../../support/velvetgate";
import { filledForm, createHttpVisitor } from "./http-visitor";

const cleanups: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

it("server keeps serving visitors and limiting guessed codes while Redis is down and after it is back", async () => {
  const port = await freePort();
  const redis = await startRedis(port);
  const metricsPort = await freePort();
  const site = await startVelvetgate({
    env: { REDIS_URL: redisUrl(port), METRICS_PORT: String(metricsPort) },
  });
  cleanups.push(site.stop);
  /** Waits until the metric `velvetgate_redis_up` has this value: 1 if the instances share their limits. */
  async function expectRedisUp(value: number): Promise<void> {
    const readMetrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    await expect.poll(readMetrics, { timeout: 15_000 }).toContain(`\nvelvetgate_redis_up ${value}\n`);
  }
  let visitors = 0;
  const newVisitor = () => createHttpVisitor(site, { "X-Forwarded-For": `10.7.0.${(visitors += 1)}` });

  /** Expects that one visitor can register, and that another one reaches the limit for guessed codes. */
  async function visit(): Promise<void> {
    const guestVisitor = newVisitor();
    const form = await guestVisitor.get("/de/registration/formstarted?rc=WELCOME");
    const fields = filledForm(form.body, `redis-${visitors}@example.com`);
    const registrationResponse = await guestVisitor.post("/de/registration/formstarted", fields);
    expect(registrationResponse.location).toBe("/de/registration/formfinished");
    const guessingVisitor = newVisitor();
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const guessFields = { intent: "check-code", registrationCode: `WRONG${attempt}` };
      statuses.push((await guessingVisitor.post("/de", guessFields)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
  }

  await visit();
  await expectRedisUp(1);
  await redis.stop();
  await expect.poll(site.log, { timeout: 15_000 }).toContain("Redis is not available for limits");
  await expectRedisUp(0);
  await visit();
  expect((await fetch(site.url("/readyz"))).status).toBe(200);
  const restartedRedis = await startRedis(port);
  cleanups.unshift(restartedRedis.stop);
  await expect.poll(site.log, { timeout: 15_000 }).toContain("Redis is available again");
  await expectRedisUp(1);
  await visit();
  expect(site.log().split("Redis is not available for limits")).toHaveLength(2);
  expect(site.log().split("Redis is available again")).toHaveLength(2);
});
