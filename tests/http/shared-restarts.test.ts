import { expect, it } from "vitest";
import { sharedRestarts } from "~/http/shared-restarts.server";
import { freePort } from "../support/free-port";
import { redisUrl, startRedis } from "../support/redis";

it("what one instance ends ends in all others, also after Redis was away", async () => {
  const port = await freePort();
  const [here, there]: [string[], string[]] = [[], []];
  let redis = await startRedis(port);
  const restart = sharedRestarts(redisUrl(port), (key) => here.push(key));
  sharedRestarts(redisUrl(port), (key) => there.push(key));
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

it("without Redis in this process alone", () => {
  const here: string[] = [];
  sharedRestarts(undefined, (key) => here.push(key))("some");
  expect(here).toEqual(["some"]);
});
