import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterEach, expect, it, vi } from "vitest";
import { createRestartInAllInstances } from "~/request/event-streams/shared-restarts.server";
import { freePort } from "../../support/free-port";
import {
  redisCredentials,
  redisUrl,
  startLimitsInstance,
  startRedis,
  startRedisProgram,
  type LimitsInstance,
  type RedisServer,
} from "../../support/redis";

const log = { info: vi.fn(), warn: vi.fn() };
const pollOptions = { timeout: 45_000, interval: 50 };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function startServer(port: number, ...options: string[]): Promise<RedisServer> {
  // The Redis server needs a folder: a replica stores the data that it has received, and a cluster node stores the
  // known nodes.
  const server = await startRedis(port, "--dir", createFolder(), ...options);
  cleanups.push(() => server.stop());
  return server;
}

/** Creates a folder for the files of a Sentinel or a cluster node. */
function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "velvetgate-redis-"));
  cleanups.push(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

async function connectInstance(url: string): Promise<LimitsInstance> {
  const instance = startLimitsInstance(url, log);
  cleanups.push(() => {
    instance.redis.client.disconnect();
  });
  await vi.waitFor(() => expect(instance.redis.redisState.isUp()).toBe(true), pollOptions);
  return instance;
}

function connectOperator(port: number): Redis {
  const operator = new Redis(redisUrl(port));
  operator.on("error", () => undefined);
  cleanups.push(() => {
    operator.disconnect();
  });
  return operator;
}

let addressCount = 0;

/** Expects that attempts through one instance of the site reach the limit in the other instance. */
async function expectSharedLimits(
  firstInstance: LimitsInstance,
  otherInstance: LimitsInstance,
): Promise<void> {
  const clientAddress = `192.0.2.${(addressCount += 1)}`;
  for (let time = 0; time < 5; time += 1) await firstInstance.limits.countAction("resend", clientAddress);
  expect(await otherInstance.limits.countAction("resend", clientAddress)).toMatchObject({
    status: "limited",
  });
}

/** Expects that restarting event streams in one instance restarts them in the other. */
async function expectSharedRestarts(
  firstInstance: LimitsInstance,
  otherInstance: LimitsInstance,
): Promise<void> {
  const restartedKeys: string[] = [];
  const restart = createRestartInAllInstances(firstInstance.redis.client, () => undefined, log);
  createRestartInAllInstances(otherInstance.redis.client, (key) => restartedKeys.push(key), log);
  await vi.waitFor(() => {
    restart("some");
    expect(restartedKeys).toContain("some");
  }, pollOptions);
}

it.each([
  ["a separate password", [`requirepass ${redisCredentials.slice(1, -1)}`]],
  ["no password", []],
])(
  "limits find the Redis primary through Sentinels with %s, and stay shared after a failover",
  async (_description, lines) => {
    const ports = [await freePort(), await freePort()] as const;
    const sentinelPort = await freePort();
    const primary = await startServer(ports[0]);
    await startServer(
      ports[1],
      "--replicaof",
      "127.0.0.1",
      String(ports[0]),
      "--repl-diskless-sync-delay",
      "0",
    );
    const replica = connectOperator(ports[1]);
    await vi.waitFor(
      async () => expect(await replica.info("replication")).toContain("master_link_status:up"),
      pollOptions,
    );
    const config = join(createFolder(), "sentinel.conf");
    const sentinelLines = [
      `port ${sentinelPort}`,
      "bind 127.0.0.1",
      `sentinel monitor club 127.0.0.1 ${ports[0]} 1`,
      `sentinel auth-pass club ${redisCredentials.slice(1, -1)}`,
      "sentinel down-after-milliseconds club 500",
      "sentinel failover-timeout club 2000",
      ...lines,
    ];
    writeFileSync(config, sentinelLines.join("\n"));
    const sentinel = await startRedisProgram([config, "--sentinel"]);
    cleanups.push(() => sentinel.stop());
    const url = `redis+sentinel://${redisCredentials}127.0.0.1:${sentinelPort}/club`;
    const [firstInstance, otherInstance] = [await connectInstance(url), await connectInstance(url)];
    await expectSharedLimits(firstInstance, otherInstance);
    await expectSharedRestarts(firstInstance, otherInstance);

    for (let time = 0; time < 5; time += 1) await firstInstance.limits.countAction("resend", "198.51.100.1");
    // Waits until Sentinel knows the replica: Sentinel asks the primary for its replicas only from time to time.
    const sentinelClient = new Redis({ port: sentinelPort, password: redisCredentials.slice(1, -1) });
    cleanups.push(() => {
      sentinelClient.disconnect();
    });
    await vi.waitFor(
      async () => expect(await sentinelClient.call("SENTINEL", "REPLICAS", "club")).toHaveLength(1),
      pollOptions,
    );
    await primary.stop();
    await vi.waitFor(
      async () => expect(await replica.info("replication")).toContain("role:master"),
      pollOptions,
    );
    await vi.waitFor(() => expectSharedLimits(firstInstance, otherInstance), pollOptions);
    expect(await otherInstance.limits.countAction("resend", "198.51.100.1")).toMatchObject({
      status: "limited",
    });
    await expectSharedRestarts(firstInstance, otherInstance);
  },
);

/** Starts a Redis cluster of three primaries and a replica of the first primary. Returns the ports of these servers. */
async function startCluster(): Promise<{
  ports: number[];
  firstServer: RedisServer;
  thirdServer: RedisServer;
  replica: Redis;
}> {
  const nodes: { port: number; busPort: number; server: RedisServer; operator: Redis }[] = [];
  for (let nodeIndex = 0; nodeIndex < 4; nodeIndex += 1) {
    const [port, bus] = [await freePort(), await freePort()];
    const options = [
      "--cluster-enabled",
      "yes",
      "--cluster-port",
      String(bus),
      "--cluster-node-timeout",
      "1000",
    ];
    const server = await startServer(port, ...options);
    nodes.push({ port, busPort: bus, server, operator: connectOperator(port) });
  }
  const [firstNode, secondNode, thirdNode, replica] = nodes;
  if (!firstNode || !secondNode || !thirdNode || !replica) throw new Error("four nodes were started");
  for (const [index, { operator }] of nodes.entries())
    await operator.call("CLUSTER", "SET-CONFIG-EPOCH", index + 1);
  await firstNode.operator.call("CLUSTER", "ADDSLOTSRANGE", 0, 5460);
  await secondNode.operator.call("CLUSTER", "ADDSLOTSRANGE", 5461, 10_922);
  await thirdNode.operator.call("CLUSTER", "ADDSLOTSRANGE", 10_923, 16_383);
  for (const { port, busPort } of [secondNode, thirdNode, replica])
    await firstNode.operator.call("CLUSTER", "MEET", "127.0.0.1", port, busPort);
  const primary = String(await firstNode.operator.call("CLUSTER", "MYID"));
  await vi.waitFor(() => replica.operator.call("CLUSTER", "REPLICATE", primary), pollOptions);
  await vi.waitFor(async () => {
    expect(await replica.operator.info("replication")).toContain("master_link_status:up");
    for (const { operator } of nodes) {
      const clusterInfo = String(await operator.call("CLUSTER", "INFO"));
      expect(clusterInfo).toMatch(/cluster_state:ok[^]*cluster_known_nodes:4[^]*cluster_size:3/);
      expect(String(await operator.call("CLUSTER", "NODES")).match(/\bslave\b/g)).toHaveLength(1);
    }
  }, pollOptions);
  return {
    ports: nodes.map(({ port }) => port),
    firstServer: firstNode.server,
    thirdServer: thirdNode.server,
    replica: replica.operator,
  };
}

it("limits are shared through the nodes of a Redis cluster, even after a failover", async () => {
  const { ports, firstServer, replica } = await startCluster();
  // The URL lists only two nodes. The client discovers the others.
  const hosts = ports.slice(1, 3).map((port) => `127.0.0.1:${port}`);
  const url = `redis+cluster://${redisCredentials}${hosts.join(",")}`;
  const [firstInstance, otherInstance] = [await connectInstance(url), await connectInstance(url)];
  // Each of the twenty rounds uses a new IP network of a client, so that the keys are distributed over all nodes.
  for (let time = 0; time < 20; time += 1) await expectSharedLimits(firstInstance, otherInstance);
  for (let time = 0; time < 5; time += 1)
    expect(await firstInstance.limits.countPasswordAttempt(`203.0.113.${time}`, "account")).toMatchObject({
      status: "free",
    });
  expect(await otherInstance.limits.countPasswordAttempt("203.0.113.9", "account")).toMatchObject({
    status: "limited",
  });
  const mailRequest = { accountKey: "recipient", reason: "registration" } as const;
  expect(
    await firstInstance.limits.countMailAttempt({ ...mailRequest, idempotencyKey: "one" }),
  ).toMatchObject({
    status: "free",
  });
  expect(
    await otherInstance.limits.countMailAttempt({ ...mailRequest, idempotencyKey: "two" }),
  ).toMatchObject({
    hasRegistration: true,
  });
  await expectSharedRestarts(firstInstance, otherInstance);

  await firstServer.stop();
  await vi.waitFor(
    async () => expect(await replica.info("replication")).toContain("role:master"),
    pollOptions,
  );
  await vi.waitFor(async () => {
    for (let time = 0; time < 20; time += 1) await expectSharedLimits(firstInstance, otherInstance);
  }, pollOptions);
  await expectSharedRestarts(firstInstance, otherInstance);
});

it("log names the cause instead of a timeout if a node of a Redis cluster is down", async () => {
  log.info.mockClear();
  log.warn.mockClear();
  const { ports, thirdServer } = await startCluster();
  const instance = await connectInstance(
    `redis+cluster://${redisCredentials}${ports.map((port) => `127.0.0.1:${port}`).join(",")}`,
  );
  await thirdServer.stop();
  await vi.waitFor(async () => {
    for (let time = 0; time < 20; time += 1)
      await instance.limits.countAction("resend", `192.0.2.${(addressCount += 1)}`);
    expect(instance.redis.redisState.isDown()).toBe(true);
    expect(log.warn).toHaveBeenCalled();
  }, pollOptions);
  const loggedCodes = log.warn.mock.calls.map(([fields]) => (fields as { code: string }).code);
  for (const code of loggedCodes) expect(code).toMatch(/^(CLUSTERDOWN|CLOSED|ECONNREFUSED)$/);
});
