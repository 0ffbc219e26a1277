import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { afterEach, describe, expect, it, vi } from "vitest";
import { freePort } from "../../support/free-port";
import { redisUrl, startLimitsInstance, startRedis, type LimitsInstance } from "../../support/redis";
import { startRedisProxy, type RedisProxy } from "../../support/redis-proxy";

let lines: { text: string; code: unknown }[] = [];

/**
 * Returns a log that belongs to the current test. An instance of an earlier test may still write to the earlier test's
 * log.
 */
function createTestLog() {
  const currentLines = lines;
  const recordLine = ({ code }: { code?: unknown }, text: string) => {
    currentLines.push({ text, code });
  };
  return { info: recordLine, warn: recordLine };
}

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  lines = [];
});

async function startRedisWith(...options: string[]): Promise<number> {
  const port = await freePort();
  const server = await startRedis(port, ...options);
  cleanups.push(() => server.stop());
  return port;
}

function connectInstance(url: string, timeoutMs?: number): LimitsInstance {
  const instance = startLimitsInstance(url, createTestLog(), timeoutMs);
  cleanups.push(() => {
    instance.redis.client.disconnect();
  });
  return instance;
}

/** Returns a Redis client for an operator's commands, which instances of the site do not send. */
function connectOperator(port: number): Redis {
  const operatorRedis = new Redis(redisUrl(port));
  cleanups.push(() => {
    operatorRedis.disconnect();
  });
  return operatorRedis;
}

/** Starts a Redis behind a proxy, and an instance that counts its rate limits in this Redis. */
async function startBehindProxy(
  timeoutMs?: number,
): Promise<LimitsInstance & { proxy: RedisProxy; redisPort: number; url: string }> {
  const [redisPort, port] = [await startRedisWith(), await freePort()];
  const proxy = await startRedisProxy(port, redisPort);
  cleanups.push(() => proxy.stop());
  const instance = connectInstance(redisUrl(port), timeoutMs);
  await waitUntilRedisIsUp(instance);
  return { ...instance, proxy, redisPort, url: redisUrl(port) };
}

const pollOptions = { timeout: 20_000, interval: 20 };

function waitUntilRedisIsUp({ redis }: LimitsInstance): Promise<void> {
  return vi.waitFor(() => expect(redis.redisState.isUp()).toBe(true), pollOptions);
}

let codeCount = 0;

/** Tries different codes that acq does not know, and returns how many attempts were allowed. */
async function countGuesses(
  { limits }: LimitsInstance,
  guessCount: number,
  clientAddress = "192.0.2.1",
): Promise<number> {
  let allowedGuessCount = 0;
  for (let time = 0; time < guessCount; time += 1) {
    const attemptResult = await limits.countCodeAttempt(clientAddress, `unknown${(codeCount += 1)}`, "typed");
    if (attemptResult.status === "limited") continue;
    allowedGuessCount += 1;
    await attemptResult.countAsUnknownCode();
  }
  return allowedGuessCount;
}

/** Returns the logged lines, each as its code and text. */
function readLog(): string[] {
  return lines.map(({ text, code }) => `${String(code)}: ${text.replace(/To fix it, .+/, "…")}`);
}
const createOutageLine = (code: string) =>
  `${code}: Redis is not available for limits: each instance enforces its own. …`;
const recoveryLine = "undefined: Redis is available again: instances share their limits";

describe("instance with Redis", () => {
  it("counts locally while Redis is a read-only replica, and shares counts once Redis is the primary", async () => {
    const port = await startRedisWith("--replicaof", "127.0.0.1", "1", "--replica-read-only", "yes");
    const instance = connectInstance(redisUrl(port));
    expect(await countGuesses(instance, 30)).toBe(10);
    await vi.waitFor(() => expect(readLog()).toEqual([createOutageLine("READONLY")]), pollOptions);
    expect(await countGuesses(instance, 30)).toBe(0);
    await connectOperator(port).replicaof("NO", "ONE");
    await vi.waitFor(
      () => expect(readLog()).toEqual([createOutageLine("READONLY"), recoveryLine]),
      pollOptions,
    );
    expect(await countGuesses(instance, 5, "192.0.2.2")).toBe(5);
  });

  it("counts locally while Redis is full, and shares counts once Redis has room", async () => {
    const port = await startRedisWith("--maxmemory", "2mb", "--maxmemory-policy", "noeviction");
    const operatorRedis = connectOperator(port);
    const instance = connectInstance(redisUrl(port));
    await waitUntilRedisIsUp(instance);
    const fillRedis = async () => {
      for (let key = 0; key < 10_000; key += 1) await operatorRedis.set(`filler${key}`, "x".repeat(10_000));
    };
    await expect(fillRedis()).rejects.toThrow("OOM");
    expect(await countGuesses(instance, 30)).toBe(10);
    expect(readLog()).toEqual([createOutageLine("OOM")]);
    await operatorRedis.flushall();
    await vi.waitFor(() => expect(readLog()).toEqual([createOutageLine("OOM"), recoveryLine]), pollOptions);
    // While Redis was full, the instance counted attempts locally. The instance now sends these attempts to Redis, so
    // another instance applies the limit too.
    const otherInstance = connectInstance(redisUrl(port));
    await waitUntilRedisIsUp(otherInstance);
    await vi.waitFor(async () => expect(await countGuesses(otherInstance, 1)).toBe(0), pollOptions);
  });

  it("counts locally while the password for Redis is wrong", async () => {
    const port = await startRedisWith();
    const instance = connectInstance(`redis://:wrong@127.0.0.1:${port}`);
    expect(await countGuesses(instance, 30)).toBe(10);
    await vi.waitFor(() => expect(readLog()).toEqual([createOutageLine("WRONGPASS")]), pollOptions);
    expect(instance.redis.redisState.isUp()).toBe(false);
  });

  it("counts locally while Redis loads its data after a restart, and shares counts afterwards", async () => {
    const folder = mkdtempSync(join(tmpdir(), "velvetgate-redis-"));
    cleanups.push(() => {
      rmSync(folder, { recursive: true });
    });
    const port = await freePort();
    const firstServer = await startRedis(port, "--dir", folder);
    const operatorRedis = connectOperator(port);
    await operatorRedis.eval("for key = 1, 4000 do redis.call('SET', key, 'x') end", 0);
    await operatorRedis.save();
    operatorRedis.disconnect();
    await firstServer.stop();
    // This Redis takes at least 4 s to load its data, and replies to commands in between.
    const slowLoadOptions = ["--key-load-delay", "1000", "--loading-process-events-interval-bytes", "1024"];
    const loadingPromise = startRedis(port, "--dir", folder, ...slowLoadOptions);
    cleanups.push(async () => (await loadingPromise).stop());
    await vi.waitFor(() => once(connect(port, "127.0.0.1").unref(), "connect"), pollOptions);
    // The instance waits 5 s for a reply, because Redis replies only now and then while it loads.
    const instance = connectInstance(redisUrl(port), 5000);
    await vi.waitFor(() => expect(readLog()).toEqual([createOutageLine("LOADING")]), pollOptions);
    expect(instance.redis.redisState.isUp()).toBe(false);
    expect(await countGuesses(instance, 30)).toBe(10);
    await loadingPromise;
    await vi.waitFor(
      () => expect(readLog()).toEqual([createOutageLine("LOADING"), recoveryLine]),
      pollOptions,
    );
  });

  it.each([
    ["LOADING", "LOADING Redis is loading the dataset in memory"],
    [
      "MISCONF",
      "MISCONF Redis is configured to save RDB snapshots, but it's currently unable to persist to disk.",
    ],
    ["MOVED", "MOVED 3999 127.0.0.1:6381"],
    ["CLUSTERDOWN", "CLUSTERDOWN The cluster is down"],
    ["MASTERDOWN", "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'."],
    ["NOAUTH", "NOAUTH Authentication required."],
    ["NOPERM", "NOPERM this user has no permissions to run the 'evalsha' command"],
    ["NOSCRIPT", "NOSCRIPT No matching script. Please use EVAL."],
    ["OOM", "ERR Error running script (call to f_1): @user_script:1: -OOM command not allowed"],
  ])("counts locally while Redis answers %s", async (code, response) => {
    const { proxy, ...instance } = await startBehindProxy();
    proxy.failScripts(response);
    expect(await countGuesses(instance, 30)).toBe(10);
    expect(readLog()).toEqual([createOutageLine(code)]);
    proxy.failScripts(undefined);
    await vi.waitFor(() => expect(readLog()).toEqual([createOutageLine(code), recoveryLine]), pollOptions);
  });

  it.each([
    ["ERR", "redis+cluster", "use redis+cluster:// in REDIS_URL only for a cluster"],
    ["ETIMEDOUT", "rediss", "rediss:// needs a port with TLS"],
  ])("logs %s and the remedy when REDIS_URL has the wrong scheme %s", async (code, scheme, remedy) => {
    const port = await startRedisWith();
    connectInstance(redisUrl(port).replace(/^redis/, scheme));
    await vi.waitFor(() => expect(lines).toHaveLength(1), pollOptions);
    expect(lines[0]).toMatchObject({ code, text: expect.stringContaining(remedy) as unknown });
    // The runbook must list the error code in the log line.
    expect(readFileSync(new URL("../../../docs/operate/runbook.md", import.meta.url), "utf8")).toContain(
      `\`${code}\``,
    );
  });

  it("logs the remedy when the certificate of Redis is not accepted", async () => {
    const folder = mkdtempSync(join(tmpdir(), "velvetgate-redis-tls-"));
    cleanups.push(() => {
      rmSync(folder, { recursive: true });
    });
    const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
    const request =
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=127.0.0.1";
    execFileSync("openssl", [...request.split(" "), "-keyout", key, "-out", certificate], {
      stdio: "ignore",
    });
    const tlsPort = await freePort();
    const certificateOptions = [
      "--tls-cert-file",
      certificate,
      "--tls-key-file",
      key,
      "--tls-ca-cert-file",
      certificate,
    ];
    await startRedisWith("--tls-port", String(tlsPort), "--tls-auth-clients", "no", ...certificateOptions);
    connectInstance(redisUrl(tlsPort).replace(/^redis/, "rediss"));
    await vi.waitFor(() => expect(lines).toHaveLength(1), pollOptions);
    expect(lines[0]).toMatchObject({
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
      text: expect.stringContaining(
        "set NODE_EXTRA_CA_CERTS to a file with its authority's certificate",
      ) as unknown,
    });
  });

  it("connects with the old and the new password during the rotation that docs/operate/runbook.md describes", async () => {
    const port = await startRedisWith();
    const oldPasswordInstance = connectInstance(redisUrl(port));
    await waitUntilRedisIsUp(oldPasswordInstance);
    await connectOperator(port).call("ACL", "SETUSER", "default", ">another");
    const newPasswordInstance = connectInstance(`redis://:another@127.0.0.1:${port}`);
    await waitUntilRedisIsUp(newPasswordInstance);
    await connectOperator(port).call("ACL", "SETUSER", "default", "<canary-of-redis");
    expect(await countGuesses(oldPasswordInstance, 4)).toBe(4);
    expect(await countGuesses(newPasswordInstance, 30)).toBe(6);
    expect(readLog()).toEqual([]);
  });

  it("needs no Redis permissions beyond those in docs/operate/runbook.md", async () => {
    const runbook = readFileSync(new URL("../../../docs/operate/runbook.md", import.meta.url), "utf8");
    const permissions = /`(\+@scripting [^`]+)`/.exec(runbook)?.[1]?.split(" ") ?? [];
    const port = await startRedisWith();
    const aclUserRules = ["site", "on", ">word", "resetkeys", "resetchannels", "-@all"];
    await connectOperator(port).call("ACL", "SETUSER", ...aclUserRules, ...permissions);
    const { redis } = connectInstance(`redis://site:word@127.0.0.1:${port}`);
    await vi.waitFor(() => expect(redis.redisState.isUp()).toBe(true), pollOptions);
    expect(await redis.client.publish("velvetgate:restart-streams", "some")).toBe(0);
  });

  it("continues with the counts known from Redis when Redis becomes unreachable", async () => {
    const port = await freePort();
    const server = await startRedis(port);
    const [firstInstance, otherInstance] = [connectInstance(redisUrl(port)), connectInstance(redisUrl(port))];
    await Promise.all([waitUntilRedisIsUp(firstInstance), waitUntilRedisIsUp(otherInstance)]);
    expect(await countGuesses(firstInstance, 4)).toBe(4);
    expect((await otherInstance.limits.countCodeAttempt("192.0.2.1", "fifth", "typed")).status).toBe("free");
    await server.stop();
    expect(await countGuesses(otherInstance, 30)).toBe(5);
    const restartedRedis = await startRedis(port);
    cleanups.push(() => restartedRedis.stop());
    await Promise.all([waitUntilRedisIsUp(firstInstance), waitUntilRedisIsUp(otherInstance)]);
  });

  it("restores its counts in Redis after Redis restarts without data", async () => {
    const port = await freePort();
    const server = await startRedis(port);
    const instance = connectInstance(redisUrl(port));
    await waitUntilRedisIsUp(instance);
    expect(await countGuesses(instance, 30)).toBe(10);
    await server.stop();
    const restartedRedis = await startRedis(port);
    cleanups.push(() => restartedRedis.stop());
    await vi.waitFor(async () => {
      const otherInstance = connectInstance(redisUrl(port));
      await waitUntilRedisIsUp(otherInstance);
      expect(await countGuesses(otherInstance, 1)).toBe(0);
    }, pollOptions);
  });
});

describe("instance that gets late replies from Redis", () => {
  it("allows five wrong passwords in total, and counts them in Redis for other instances", async () => {
    const { proxy, redisPort, ...instance } = await startBehindProxy();
    const tryPassword = () => instance.limits.countPasswordAttempt("192.0.2.1", "account");
    proxy.holdResponses();
    const attemptResults = await Promise.all(Array.from({ length: 20 }, tryPassword));
    proxy.release();
    expect(attemptResults.filter(({ status }) => status === "free")).toHaveLength(5);
    expect(await tryPassword()).toMatchObject({ status: "limited" });
    const otherInstance = connectInstance(redisUrl(redisPort));
    await waitUntilRedisIsUp(otherInstance);
    expect(await otherInstance.limits.countPasswordAttempt("192.0.2.1", "account")).toMatchObject({
      status: "limited",
    });
  });

  it("applies the higher count of another instance once the reply arrives", async () => {
    const { proxy, redisPort, ...instance } = await startBehindProxy();
    const otherInstance = connectInstance(redisUrl(redisPort));
    await waitUntilRedisIsUp(otherInstance);
    expect(await countGuesses(otherInstance, 8)).toBe(8);
    proxy.holdResponses();
    expect((await instance.limits.countCodeAttempt("192.0.2.1", "late", "typed")).status).toBe("free");
    proxy.release();
    await waitUntilRedisIsUp(instance);
    proxy.failScripts("LOADING");
    // The count is nine: eight attempts at the other instance, and the attempt with a late reply. The limit is ten, so
    // one attempt is left.
    expect(await countGuesses(instance, 30)).toBe(1);
  });

  it("adds neither rejected nor refunded attempts to the counts in Redis", async () => {
    const { proxy, redisPort, ...instance } = await startBehindProxy();
    const operatorRedis = connectOperator(redisPort);
    proxy.holdResponses();
    const attemptResults = await Promise.all(
      Array.from({ length: 8 }, () => instance.limits.countAction("resend", "192.0.2.1")),
    );
    for (const attempt of attemptResults) if (attempt.status === "free") await attempt.refund();
    proxy.release();
    await waitUntilRedisIsUp(instance);
    await vi.waitFor(
      async () => expect(await operatorRedis.zcard("velvetgate:{192.0.2.1}:resend")).toBe(0),
      pollOptions,
    );
    const laterTries = await Promise.all(
      Array.from({ length: 6 }, () => instance.limits.countAction("resend", "192.0.2.1")),
    );
    expect(laterTries.map(({ status }) => status).sort()).toEqual([
      ...Array<string>(5).fill("free"),
      "limited",
    ]);
  });

  it("sends attempts made during a Redis outage only when Redis is available again", async () => {
    const { proxy, redisPort, ...instance } = await startBehindProxy();
    instance.redis.redisState.recordFailure(new Error("TIMEOUT"));
    proxy.holdResponses();
    const takeResend = () => instance.limits.countAction("resend", "192.0.2.1");
    expect((await instance.limits.countCodeAttempt("192.0.2.1", "code", "typed")).status).toBe("free");
    const attemptResults = [await takeResend(), await takeResend(), await takeResend()];
    for (const attempt of attemptResults.slice(2)) if (attempt.status === "free") await attempt.refund();
    // The four attempts sent no commands to Redis. The held replies belong to the check that the instance sends to
    // Redis every second.
    expect(proxy.countHeldResponses()).toBeLessThan(4);
    proxy.release();
    proxy.disconnect();
    const operatorRedis = connectOperator(redisPort);
    await vi.waitFor(
      async () => expect(await operatorRedis.zcard("velvetgate:{192.0.2.1}:resend")).toBe(2),
      pollOptions,
    );
    expect(instance.redis.redisState.isUp()).toBe(true);
    expect(readLog()).toEqual([createOutageLine("TIMEOUT"), recoveryLine]);
  });

  it("accepts a reply that arrived in time while the event loop was blocked", async () => {
    const instance = connectInstance(redisUrl(await startRedisWith()));
    await waitUntilRedisIsUp(instance);
    const attemptPromise = instance.limits.countAction("resend", "192.0.2.1");
    const endTime = Date.now() + 700;
    while (Date.now() < endTime);
    expect((await attemptPromise).status).toBe("free");
    expect(readLog()).toEqual([]);
  });

  it("removes an attempt from Redis if the local limit has rejected the attempt before Redis replied", async () => {
    // Long enough for a reply of Redis on a busy machine.
    const timeoutMs = 3000;
    const { proxy, redisPort, ...instance } = await startBehindProxy(timeoutMs);
    const otherInstance = connectInstance(redisUrl(redisPort), timeoutMs);
    await waitUntilRedisIsUp(otherInstance);
    const takeResend = ({ limits }: LimitsInstance) => limits.countAction("resend", "192.0.2.1");
    const attemptResults = await Promise.all(Array.from({ length: 5 }, () => takeResend(otherInstance)));
    expect((await takeResend(instance)).status).toBe("limited");
    for (const attempt of attemptResults) if (attempt.status === "free") await attempt.refund();
    proxy.holdResponses();
    // This instance has not received the other instance's refunds, so it refuses the attempt. Redis has the refunds,
    // and counts the attempt.
    expect((await takeResend(instance)).status).toBe("limited");
    proxy.release();
    const operatorRedis = connectOperator(redisPort);
    await vi.waitFor(
      async () => expect(await operatorRedis.exists("velvetgate:{192.0.2.1}:resend")).toBe(0),
      pollOptions,
    );
    await waitUntilRedisIsUp(instance);
    expect((await takeResend(instance)).status).toBe("free");
  });

  it("assigns replies to the right commands even if a late reply arrives twice", async () => {
    const { proxy, ...instance } = await startBehindProxy();
    const takeResend = (clientAddress: string) => instance.limits.countAction("resend", clientAddress);
    for (let time = 0; time < 5; time += 1) await takeResend("192.0.2.1");
    proxy.holdResponses();
    const rejectedTry = takeResend("192.0.2.1");
    await vi.waitFor(() => expect(proxy.countHeldResponses()).toBe(1), { timeout: 20_000, interval: 5 });
    const acceptedTry = takeResend("192.0.2.2");
    proxy.repeatNextResponse();
    proxy.release();
    expect((await rejectedTry).status).toBe("limited");
    expect((await acceptedTry).status).toBe("free");
    await waitUntilRedisIsUp(instance);
  });
});

it("rejected logins add no keys to Redis or to the local counts", async () => {
  const port = await startRedisWith();
  const instance = connectInstance(redisUrl(port));
  await waitUntilRedisIsUp(instance);
  const attemptSignIn = (account: string) => instance.limits.countPasswordAttempt("192.0.2.1", account);
  for (let time = 0; time < 5; time += 1) await attemptSignIn(`account${time}`);
  const operatorRedis = connectOperator(port);
  // Ignores the key with which the site checks that Redis accepts writes. That key expires within a second.
  const countKeys = async () =>
    (await operatorRedis.keys("*")).filter((key) => !key.includes("check")).length;
  const sizesBefore = [await countKeys(), instance.countLocalKeys()];
  for (let time = 0; time < 500; time += 1)
    expect((await attemptSignIn(`other${time}`)).status).toBe("limited");
  expect([await countKeys(), instance.countLocalKeys()]).toEqual(sizesBefore);
});
