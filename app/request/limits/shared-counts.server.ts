import { ReplyError } from "ioredis";
import * as z from "zod";
import type { RedisConnection } from "~/request/redis/connect-redis.server";
import { countKey, type Count, type Counts, toRetryAfter, type TakeResult } from "./counts";
import { defineCountScripts, type RunScript } from "./count-scripts.server";
import { createLocalCounts, type LocalCounts } from "./local-counts.server";

/** Milliseconds until Redis is checked again after a failure, and until a Redis that never replied counts as down. */
const recheckMs = 1000;
const maxStartMs = 5000;

/**
 * The reply to `take`: the number of its command, the milliseconds to wait, 1 if the attempt was repeated, and for each
 * count a flat list of its attempts: id, remaining milliseconds, id, remaining milliseconds …
 */
const takeReply = z.tuple([
  z.string(),
  z.number(),
  z.number(),
  z.array(z.array(z.union([z.string(), z.number()]))),
]);

interface TakeAnswer {
  result: TakeResult;
  /** The earlier attempts of each count: the remaining milliseconds by id. */
  members: Map<string, number>[];
}

type RedisAnswer<Answer> =
  | { status: "answered"; answer: Answer }
  /** `isUncertain`: Redis may have run the command, or may still run it. */
  | { status: "failed"; isUncertain: boolean };

/**
 * Counts in Redis, shared by all instances. While Redis cannot count, for whatever reason, the local counts decide.
 * They mirror the replies of Redis, and update Redis when it counts again (docs/decisions/limits.md).
 *
 * @param timeoutMs - how long a visitor waits for Redis before the local counts decide
 */
export function createSharedCounts(
  { client, state }: RedisConnection,
  local: LocalCounts = createLocalCounts(),
  timeoutMs = 300,
): Counts {
  const scripts = defineCountScripts(client);
  let commandCount = 0;
  let isSending = false;
  let mustSendAgain = false;
  /** True while the connection is being closed, because a reply belonged to another command. */
  let isClosing = false;
  let checkTimer: NodeJS.Timeout | undefined;

  const isConnected = () => client.status === "ready" && !isClosing;
  /** No visitor waits for a Redis that is down. The periodic check detects when Redis counts again. */
  const isUsable = () => isConnected() && !state.isDown();

  function handleFailure(error: unknown): void {
    state.recordFailure(error);
    checkLater();
  }

  function handleSuccess(): void {
    const wasUp = state.isUp();
    state.recordSuccess();
    if (!wasUp) void sendAll();
  }

  /**
   * Runs a script in Redis.
   *
   * @throws the error of Redis or of the connection, or an error if the reply belongs to another command
   */
  async function run(
    script: RunScript,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<unknown> {
    const name = String((commandCount += 1));
    const answer = await script(keys, [name, ...values]);
    if (!Array.isArray(answer) || answer[0] !== name) {
      if (!isClosing) client.disconnect(true);
      isClosing = true;
      throw new Error("CLOSED: answers arrive for other commands");
    }
    return answer;
  }

  /** Waits for a reply, but no longer than a visitor may wait. */
  async function awaitReply<Answer>(command: Promise<Answer>): Promise<RedisAnswer<Answer>> {
    try {
      return { status: "answered", answer: await withTimeout(command, timeoutMs) };
    } catch (error) {
      handleFailure(error);
      return { status: "failed", isUncertain: !(error instanceof ReplyError) };
    }
  }

  /**
   * Sends Redis the unconfirmed changes of keys.
   *
   * @returns false if Redis is down or did not apply them
   */
  async function send(keys: readonly string[]): Promise<boolean> {
    const changes = keys.flatMap((key) => local.pending(key));
    if (changes.length === 0) return true;
    if (!isUsable()) return false;
    const changedKeys = changes.map(({ key }) => key);
    const values = changes.flatMap(({ id, ms }) => [id, ms]);
    const update = run(scripts.change, changedKeys, values).then(() => {
      local.confirm(changes);
    });
    return (await awaitReply(update)).status === "answered";
  }

  /**
   * Sends all attempts of this process, since Redis may have lost them while it was down. Sends one key at a time, so
   * that no visitor is delayed.
   */
  async function sendAll(): Promise<void> {
    // If already sending, sends once more afterwards, because keys may have changed meanwhile.
    mustSendAgain = true;
    if (isSending) return;
    isSending = true;
    while (mustSendAgain) {
      mustSendAgain = false;
      for (const key of local.resend()) if (!(await send([key]))) break;
    }
    isSending = false;
  }

  async function runTakeScript(id: string, counts: readonly Count[]): Promise<TakeAnswer> {
    const keys = counts.map(({ key }) => key);
    const values = counts.flatMap(({ limit, seconds, isReadOnly }) => [
      // Infinity has no representation in Redis.
      Math.min(limit, 1_000_000),
      seconds * 1000,
      isReadOnly === true ? 0 : 1,
    ]);
    const answer = readTakeReply(await run(scripts.take, keys, [id, ...values]));
    // A reply that arrives too late to decide is merged too.
    answer.members.forEach((members, index) => {
      local.merge(keys[index] ?? "", members);
    });
    return answer;
  }

  /** Checks whether Redis accepts writes, and logs the result. */
  async function check(): Promise<void> {
    if (!isConnected()) return;
    const outcome = await awaitReply(run(scripts.change, [countKey("check", "check")], ["check", recheckMs]));
    if (outcome.status === "answered") handleSuccess();
  }

  function checkLater(): void {
    checkTimer ??= setTimeout(() => {
      checkTimer = undefined;
      if (!state.isUp()) void check();
    }, recheckMs).unref();
  }

  // The check is also needed after errors that do not close the connection.
  client.on("error", checkLater);
  client.on("ready", () => {
    isClosing = false;
    void sendAll();
    void check();
  });
  setTimeout(() => {
    const isSilent = !isConnected() && client.status !== "end";
    if (isSilent) state.recordFailure(new Error("UNANSWERED"));
  }, maxStartMs).unref();

  /** Lets Redis decide on an attempt. */
  async function takeInRedis(id: string, counts: readonly Count[]): Promise<RedisAnswer<TakeAnswer>> {
    if (!isUsable()) return { status: "failed", isUncertain: false };
    const keys = counts.map(({ key }) => key);
    // Sent before the attempt on the same connection, so that the decision includes these changes.
    void send(keys);
    const pendingAnswer = runTakeScript(id, counts);
    const outcome = await awaitReply(pendingAnswer);
    // After a late reply, sends the removal of an attempt that was refused locally meanwhile.
    if (outcome.status === "failed")
      pendingAnswer.then(
        () => send(keys),
        () => undefined,
      );
    return outcome;
  }

  return {
    async take(id, counts) {
      const outcome = await takeInRedis(id, counts);
      const countsToAdd = counts.filter(({ isReadOnly }) => isReadOnly !== true);
      if (outcome.status === "answered") {
        const { result } = outcome.answer;
        if (result.status === "over" || result.isRepeated) return result;
        // A read-only Redis replies only as long as nothing is added, so only an addition proves that Redis counts.
        if (countsToAdd.length > 0) handleSuccess();
        // The reply to another attempt may already have added this one locally.
        for (const { key } of countsToAdd) local.remove(key, id);
      }
      // Counts the attempt locally too. The higher of the two counts, local or in Redis, decides.
      const result = local.take(id, counts);
      const mayBeInRedis = outcome.status === "answered" || outcome.isUncertain;
      for (const { key, seconds } of mayBeInRedis ? countsToAdd : []) {
        if (result.status === "over") local.removeEverywhere(key, id, seconds);
        else if (outcome.status === "answered") local.confirm([{ key, id, ms: seconds * 1000 }]);
      }
      if (result.status === "over") void send(counts.map(({ key }) => key));
      return result;
    },

    async change(changes) {
      for (const { key, id, seconds } of changes) {
        if (seconds === undefined) local.removeEverywhere(key, id, 60 * 10);
        else local.add(key, id, seconds);
      }
      await send([...new Set(changes.map(({ key }) => key))]);
    },
  };
}

function readTakeReply(answer: unknown): TakeAnswer {
  const [, waitMs, repeatedFlag, lists] = takeReply.parse(answer);
  const members = lists.map(
    (list) =>
      new Map(
        Array.from({ length: list.length / 2 }, (_, index) => [
          String(list[2 * index]),
          Number(list[2 * index + 1]),
        ]),
      ),
  );
  const sizes = members.map(({ size }) => size);
  if (waitMs > 0) return { members, result: { status: "over", retryAfter: toRetryAfter(waitMs), sizes } };
  return { members, result: { status: "free", isRepeated: repeatedFlag === 1, sizes } };
}

/**
 * Waits for a reply. After the time limit, replies that have arrived are still read, because this process itself may be
 * slow.
 *
 * @throws an error if no reply has arrived in time
 */
function withTimeout<Answer>(command: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      setImmediate(() => {
        reject(new Error("TIMEOUT"));
      });
    }, timeoutMs);
    command.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}
