import { expect, it, vi } from "vitest";
import { createSharedRestart } from "~/request/event-streams/shared-restarts.server";
import { freePort } from "../../support/free-port";
import { connectTo, redisUrl, startRedis } from "../../support/redis";

it("restarting event streams in one instance restarts them in all others, also after Redis was down", async () => {
  const port = await freePort();
  const [here, there]: [string[], string[]] = [[], []];
  let redis = await startRedis(port);
  const connections = [1, 2].map(() => connectTo(redisUrl(port), { info: vi.fn(), warn: vi.fn() }).client);
  const restart = createSharedRestart(connections[0], (key) => here.push(key));
  createSharedRestart(connections[1], (key) => there.push(key));
  const untilHeard = (key: string) =>
    expect
      .poll(
        () => {
          restart(key);
          return there;
        },
        { timeout: 10_000 },
      )
      .toContain(key);
  await untilHeard("first");

  await redis.stop();
  here.splice(0);
  restart("alone");
  expect(here).toEqual(["alone"]);

  redis = await startRedis(port);
  await untilHeard("second");
  await redis.stop();
});

it("restarting event streams without Redis affects the own process", () => {
  const here: string[] = [];
  createSharedRestart(undefined, (key) => here.push(key))("some");
  expect(here).toEqual(["some"]);
});
