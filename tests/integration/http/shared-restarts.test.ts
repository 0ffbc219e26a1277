import { expect, it, vi } from "vitest";
import { createRestartInAllInstances } from "~/request/event-streams/shared-restarts.server";
import { freePort } from "../../support/free-port";
import { connectToRedis, redisUrl, startRedis } from "../../support/redis";

const log = { info: vi.fn(), warn: vi.fn() };

it("restart of event streams in one instance restarts the streams of all instances, even after a Redis outage", async () => {
  const port = await freePort();
  const [firstKeys, secondKeys]: [string[], string[]] = [[], []];
  let redis = await startRedis(port);
  const connections = [1, 2].map(() => connectToRedis(redisUrl(port), log).client);
  const sharedRestart = createRestartInAllInstances(connections[0], (key) => firstKeys.push(key), log);
  createRestartInAllInstances(connections[1], (key) => secondKeys.push(key), log);
  const waitForRestart = (key: string) =>
    expect
      .poll(
        () => {
          sharedRestart(key);
          return secondKeys;
        },
        { timeout: 10_000 },
      )
      .toContain(key);
  await waitForRestart("first");

  await redis.stop();
  firstKeys.splice(0);
  sharedRestart("alone");
  expect(firstKeys).toEqual(["alone"]);

  redis = await startRedis(port);
  await waitForRestart("second");
  await redis.stop();
});

it("subscription that Redis refuses is logged once, and repeated when Redis allows subscriptions", async () => {
  const port = await freePort();
  const redis = await startRedis(port);
  const operator = connectToRedis(redisUrl(port), log).client;
  const warnings: unknown[] = [];
  const restartedKeys: string[] = [];
  const sharedRestart = createRestartInAllInstances(operator, () => undefined, log);
  createRestartInAllInstances(connectToRedis(redisUrl(port), log).client, (key) => restartedKeys.push(key), {
    warn: (fields: object) => warnings.push(fields),
  });
  const expectRestart = (key: string) =>
    vi.waitFor(
      () => {
        sharedRestart(key);
        expect(restartedKeys).toContain(key);
      },
      { timeout: 45_000 },
    );
  await expectRestart("first");
  // Takes the permission for the channel from the subscriber, so that Redis disconnects the subscriber.
  await operator.call("ACL", "SETUSER", "default", "resetchannels");
  await expect.poll(() => warnings, { timeout: 10_000 }).toEqual([{ code: "NOPERM" }]);
  await operator.call("ACL", "SETUSER", "default", "allchannels");
  await expectRestart("second");
  expect(warnings).toHaveLength(1);
  await redis.stop();
});

it("restart of event streams without Redis affects only the local process", () => {
  const restartedKeys: string[] = [];
  createRestartInAllInstances(undefined, (key) => restartedKeys.push(key), log)("some");
  expect(restartedKeys).toEqual(["some"]);
});
