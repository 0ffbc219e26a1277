import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freePort } from "../../support/free-port";
import { connectToRedis, startRedisProgram } from "../../support/redis";

const log = { info: () => undefined, warn: () => undefined };

it("new Redis password from the runbook's rotation remains valid after CONFIG REWRITE and a restart", async () => {
  const runbook = await readFile("docs/operate/runbook.md", "utf8");
  const commands = [
    ...runbook.matchAll(/^redis-cli (ACL SETUSER default|CONFIG REWRITE)(?: '([<>])(?:old|new)')? /gm),
  ];
  const folder = await mkdtemp(join(tmpdir(), "redis-"));
  const port = await freePort();
  await writeFile(join(folder, "redis.conf"), `port ${port}\nbind 127.0.0.1\nrequirepass old\nsave ""\n`);
  const connectWith = async (password: string) => {
    const { client } = connectToRedis(`redis://:${password}@127.0.0.1:${port}`, log);
    await expect.poll(() => client.status, { timeout: 10_000 }).toBe("ready");
    return client;
  };

  let redis = await startRedisProgram([join(folder, "redis.conf")], folder);
  const operator = await connectWith("old");
  // Makes Redis rewrite its configuration file, as Sentinel does in each failover.
  await operator.call("CONFIG", "REWRITE");
  for (const [, command = "", sign] of commands) {
    const passwords = { ">": ">new", "<": "<old" };
    await operator.call(...(command.split(" ") as [string]), ...(sign ? [passwords[sign as "<" | ">"]] : []));
  }
  operator.disconnect();
  await redis.stop();
  redis = await startRedisProgram([join(folder, "redis.conf")], folder);
  const site = await connectWith("new");
  expect(await site.call("PING")).toBe("PONG");

  site.disconnect();
  await redis.stop();
  await rm(folder, { recursive: true });
}, 30_000);
