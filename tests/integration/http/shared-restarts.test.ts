import { expect, it, vi } from "vitest";
import { createSharedRestart } from "~/request/event-streams/shared-restarts.server";
import { freePort } from "../../support/free-port";
import { connectTo, redisUrl, startRedis } from "../../support/redis";

it("restart of event streams in one instance also restarts them in others, even after a Redis outage", async () => {
  const port = await freePort();
  const [firstKeys, secondKeys]: [string[], string[]] = [[], []];
  let redis = await startRedis(port);
  const connections = [1, 2].map(() => connectTo(redisUrl(port), { info: vi.fn(), warn: vi.fn() }).client);
  const restart = createSharedRestart(connections[0], (key) => firstKeys.push(key));
  createSharedRestart(connections[1], (key) => secondKeys.push(key));
  const waitForRestart = (key: string) =>
    expect
      .poll(
        () => {
          restart(key);
          return secondKeys;
        },
        { timeout: 10_000 },
      )
      .toContain(key);
  await waitForRestart("first");

  await redis.stop();
  firstKeys.splice(0);
  restart("alone");
  expect(firstKeys).toEqual(["alone"]);

  redis = await startRedis(port);
  await waitForRestart("second");
  await redis.stop();
});

it("restart of event streams without Redis affects only the local process", () => {
  const restartedKeys: string[] = [];
  createSharedRestart(undefined, (key) => restartedKeys.push(key))("some");
  expect(restartedKeys).toEqual(["some"]);
});
