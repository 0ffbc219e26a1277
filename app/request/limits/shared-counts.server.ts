import { ReplyError } from "ioredis";
import * as z from "zod";
import type { RedisConnection } from "~/request/redis/connect-redis.server";
import { type AttemptCount, type CountStore, toRetryAfter, type CountResult } from "./counts";
import { createCheckKeys, defineCountScripts, type RunLuaScript } from "./count-scripts.server";
import { createLocalCounts, type LocalCounts } from "./local-counts.server";
import { withTimeout } from "./with-timeout.server";

/**
 * `redisRecheckMs`: milliseconds between a failure and the next check of Redis. `maxRedisStartMs`: if Redis has not
 * replied this many milliseconds after the start, Redis counts as down.
 */
const redisRecheckMs = 1000;
const maxRedisStartMs = 5000;

/**
 * The reply of Redis to `velvetgateCountAttempt`: the number that identifies the command, the milliseconds to wait, 1
 * for a repeated attempt (otherwise 0), and one list for each count. Each list alternates between an attempt's id and
 * its remaining milliseconds.
 */
const luaReplySchema = z.tuple([
  z.string(),
  z.number(),
  z.number(),
  z.array(z.array(z.union([z.string(), z.number()]))),
]);

interface LuaReply {
  result: CountResult;
  /** For each count, its earlier attempts: a map from an attempt's id to its remaining milliseconds. */
  attemptsByCount: Map<string, number>[];
}

type RedisResponse<Value> =
  | { status: "answered"; response: Value }
  /** `mayHaveRun`: Redis may have run the command, or may still run it. */
  | { status: "failed"; mayHaveRun: boolean };

/**
 * Creates counts in Redis, shared by all instances. While Redis cannot count, the local counts of this process decide.
 * The local counts copy the replies of Redis, and update Redis when it counts again (docs/decisions/limits.md).
 *
 * @param timeoutMs - how long a visitor waits for Redis before the local counts decide
 */
export function createSharedCounts(
  { client, redisState }: RedisConnection,
  localCounts: LocalCounts = createLocalCounts(),
  timeoutMs = 300,
): CountStore {
  const countScripts = defineCountScripts(client);
  let lastCommandNumber = 0;
  let isSendingChanges = false;
  let mustSendAgain = false;
  /**
   * True while this process closes its connection to Redis, because a reply on this connection belonged to another
   * command.
   */
  let isClosing = false;
  let redisCheckTimer: NodeJS.Timeout | undefined;

  const isConnected = () => client.status === "ready" && !isClosing;
  /**
   * Returns false while Redis is down, so that no visitor waits for it. A periodic check detects when Redis can count
   * attempts again.
   */
  const isRedisUsable = () => isConnected() && !redisState.isDown();

  function handleRedisFailure(error: unknown): void {
    redisState.recordFailure(error);
    scheduleCheck();
  }

  function handleRedisSuccess(): void {
    const wasRedisUp = redisState.isUp();
    redisState.recordSuccess();
    if (!wasRedisUp) void sendAllChanges();
  }

  /**
   * Runs a script in Redis.
   *
   * @throws the error of Redis or of the connection; or an error if the reply has another command's number, because the
   *   replies of this connection no longer match its commands
   */
  async function runScript(
    script: RunLuaScript,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<unknown> {
    const commandNumber = String((lastCommandNumber += 1));
    const response = await script(keys, [commandNumber, ...values]);
    if (!Array.isArray(response) || response[0] !== commandNumber) {
      if (!isClosing) client.disconnect(true);
      isClosing = true;
      throw new Error("CLOSED: answers arrive for other commands");
    }
    return response;
  }

  /** Waits for a reply of Redis, at most for the time that a visitor may wait. */
  async function awaitRedisResponse<Value>(command: Promise<Value>): Promise<RedisResponse<Value>> {
    try {
      return { status: "answered", response: await withTimeout(command, timeoutMs) };
    } catch (error) {
      handleRedisFailure(error);
      return { status: "failed", mayHaveRun: !(error instanceof ReplyError) };
    }
  }

  /**
   * Sends to Redis all changes of these counts that Redis has not confirmed.
   *
   * @returns false if Redis is down or did not apply the changes
   */
  async function sendChanges(keys: readonly string[]): Promise<boolean> {
    const changes = keys.flatMap((key) => localCounts.listPendingChanges(key));
    if (changes.length === 0) return true;
    if (!isRedisUsable()) return false;
    const changedKeys = changes.map(({ key }) => key);
    const values = changes.flatMap(({ id, attemptLifetimeMs }) => [id, attemptLifetimeMs]);
    const changePromise = runScript(countScripts.changeCounts, changedKeys, values).then(() => {
      localCounts.confirm(changes);
    });
    return (await awaitRedisResponse(changePromise)).status === "answered";
  }

  /**
   * Sends all attempts of this process to Redis, which may have lost them while it was down. Sends one count at a time,
   * so that visitors' commands do not wait long.
   */
  async function sendAllChanges(): Promise<void> {
    // If another call is already sending the counts, that call sends all of them once more at its end, because counts
    // may have changed meanwhile.
    mustSendAgain = true;
    if (isSendingChanges) return;
    isSendingChanges = true;
    while (mustSendAgain) {
      mustSendAgain = false;
      for (const key of localCounts.markAllUnsent()) if (!(await sendChanges([key]))) break;
    }
    isSendingChanges = false;
  }

  async function runCountScript(id: string, counts: readonly AttemptCount[]): Promise<LuaReply> {
    const keys = counts.map(({ key }) => key);
    const values = counts.flatMap(({ limit, windowSeconds, isCheckOnly }) => [
      // Replaces Infinity, which Redis does not accept as a number.
      Math.min(limit, 1_000_000),
      windowSeconds * 1000,
      isCheckOnly === true ? 0 : 1,
    ]);
    const response = readLuaReply(await runScript(countScripts.countAttempt, keys, [id, ...values]));
    // Also merges the reply of Redis if it arrives after the local counts have decided.
    response.attemptsByCount.forEach((remainingMsById, index) => {
      localCounts.mergeRedisAttempts(keys[index] ?? "", remainingMsById);
    });
    return response;
  }

  /** Checks whether Redis accepts writes, and logs the result. */
  async function checkRedis(): Promise<void> {
    if (!isConnected()) return;
    const redisResponse = await awaitRedisResponse(
      Promise.all(
        createCheckKeys(client).map((key) =>
          runScript(countScripts.changeCounts, [key], ["check", redisRecheckMs]),
        ),
      ),
    );
    if (redisResponse.status === "answered") handleRedisSuccess();
  }

  function scheduleCheck(): void {
    redisCheckTimer ??= setTimeout(() => {
      redisCheckTimer = undefined;
      if (!redisState.isUp()) void checkRedis();
    }, redisRecheckMs).unref();
  }

  // Also starts the check after each error: some errors do not close the connection, so no "ready" event would start
  // it.
  client.on("error", scheduleCheck);
  client.on("ready", () => {
    isClosing = false;
    void sendAllChanges();
    void checkRedis();
  });
  setTimeout(() => {
    const hasNoConnection = !isConnected() && client.status !== "end";
    if (hasNoConnection) redisState.recordFailure(new Error("UNANSWERED"));
  }, maxRedisStartMs).unref();

  /** Returns the decision of Redis on an attempt; `failed` if Redis is down or does not reply in time. */
  async function countInRedis(id: string, counts: readonly AttemptCount[]): Promise<RedisResponse<LuaReply>> {
    if (!isRedisUsable()) return { status: "failed", mayHaveRun: false };
    const keys = counts.map(({ key }) => key);
    // Redis runs the commands of a connection in order. The changes are sent before the attempt, so that the decision
    // includes them.
    void sendChanges(keys);
    const replyPromise = runCountScript(id, counts);
    const redisResponse = await awaitRedisResponse(replyPromise);
    // Redis may reply late and still add the attempt. If the local counts have refused the attempt meanwhile, the
    // attempt's removal is sent to Redis.
    if (redisResponse.status === "failed")
      replyPromise.then(
        () => sendChanges(keys),
        () => undefined,
      );
    return redisResponse;
  }

  return {
    async countAttempt(id, counts) {
      const redisResponse = await countInRedis(id, counts);
      const countsToAdd = counts.filter(({ isCheckOnly }) => isCheckOnly !== true);
      if (redisResponse.status === "answered") {
        const { result } = redisResponse.response;
        if (result.status === "limited" || result.isRepeated) return result;
        // Only an added attempt proves that Redis can count: a read-only Redis also replies to a command that adds
        // nothing.
        if (countsToAdd.length > 0) handleRedisSuccess();
        // The reply to a later attempt may already have added this attempt to the local counts. Removes it, so that the
        // local counts do not treat the attempt as repeated.
        for (const { key } of countsToAdd) localCounts.remove(key, id);
      }
      // The counts in this process must also allow the attempt: they may know attempts that Redis does not know.
      const result = localCounts.countAttempt(id, counts);
      const mayBeInRedis = redisResponse.status === "answered" || redisResponse.mayHaveRun;
      for (const { key, windowSeconds } of mayBeInRedis ? countsToAdd : []) {
        if (result.status === "limited") localCounts.removeEverywhere(key, id, windowSeconds);
        else if (redisResponse.status === "answered")
          localCounts.confirm([{ key, id, attemptLifetimeMs: windowSeconds * 1000 }]);
      }
      if (result.status === "limited") void sendChanges(counts.map(({ key }) => key));
      return result;
    },

    async applyChanges(changes) {
      for (const { key, id, seconds } of changes) {
        if (seconds === undefined) localCounts.removeEverywhere(key, id, 60 * 10);
        else localCounts.add(key, id, seconds);
      }
      await sendChanges([...new Set(changes.map(({ key }) => key))]);
    },
  };
}

function readLuaReply(response: unknown): LuaReply {
  const [, waitMs, repeatedFlag, lists] = luaReplySchema.parse(response);
  const attemptsByCount = lists.map(
    (attemptList) =>
      new Map(
        Array.from({ length: attemptList.length / 2 }, (_, index) => [
          String(attemptList[2 * index]),
          Number(attemptList[2 * index + 1]),
        ]),
      ),
  );
  const earlierAttemptCounts = attemptsByCount.map(({ size }) => size);
  if (waitMs > 0)
    return {
      attemptsByCount,
      result: { status: "limited", retryAfter: toRetryAfter(waitMs), earlierAttemptCounts },
    };
  return {
    attemptsByCount,
    result: { status: "free", isRepeated: repeatedFlag === 1, earlierAttemptCounts },
  };
}
