import { ReplyError } from "ioredis";
import * as z from "zod";
import type { RedisConnection } from "~/request/redis/connect-redis.server";
import { countKey, type Count, type Counts, retryAfterOf, type Taken } from "./counts";
import { countScripts, type RunScript } from "./count-scripts.server";
import { createLocalCounts, type LocalCounts } from "./local-counts.server";

/** Milliseconds until a failed Redis is tried again, and until one that never answered counts as down. */
const checkMs = 1000;
const startMs = 5000;

/**
 * The answer's name, milliseconds to wait, 1 if the try was repeated, and for each count alternating ids and
 * milliseconds.
 */
const takeAnswer = z.tuple([
  z.string(),
  z.number(),
  z.number(),
  z.array(z.array(z.union([z.string(), z.number()]))),
]);

interface TakeAnswer {
  result: Taken;
  /** For each count the tries before this one: the remaining milliseconds by id. */
  members: Map<string, number>[];
}

type RedisAnswer<Answer> =
  | { status: "answered"; answer: Answer }
  /** `isUncertain`: Redis may have run the command, or will. */
  | { status: "failed"; isUncertain: boolean };

/**
 * Counts in Redis, shared by all instances. While Redis cannot count, for whatever reason, the local count decides: it
 * mirrors Redis's answers, and Redis is updated when it counts again (docs/decisions/limits.md).
 *
 * @param timeoutMs - how long a visitor waits for Redis before the local count decides
 */
export function sharedCounts(
  { client, state }: RedisConnection,
  local: LocalCounts = createLocalCounts(),
  timeoutMs = 500,
): Counts {
  const scripts = countScripts(client);
  let commandCount = 0;
  let isSending = false;
  let isSendAgain = false;
  /** The connection is being closed, since the answer of another command has arrived. */
  let isEnding = false;
  let checkTimer: NodeJS.Timeout | undefined;

  const isConnected = () => client.status === "ready" && !isEnding;
  /** While Redis is down no visitor waits for it: the check detects when it counts again. */
  const isUsable = () => isConnected() && !state.isDown();

  function failed(error: unknown): void {
    state.failed(error);
    checkLater();
  }

  function succeeded(): void {
    const wasUp = state.isUp();
    state.succeeded();
    if (!wasUp) void sendAll();
  }

  /** @throws the error of Redis or of the connection, and an error for another command's answer */
  async function run(
    script: RunScript,
    keys: readonly string[],
    values: readonly (string | number)[],
  ): Promise<unknown> {
    const name = String((commandCount += 1));
    const answer = await script(keys, [name, ...values]);
    if (!Array.isArray(answer) || answer[0] !== name) {
      if (!isEnding) client.disconnect(true);
      isEnding = true;
      throw new Error("CLOSED: answers arrive for other commands");
    }
    return answer;
  }

  /** Waits for an answer as long as a visitor may wait. */
  async function inTime<Answer>(command: Promise<Answer>): Promise<RedisAnswer<Answer>> {
    try {
      return { status: "answered", answer: await withPatience(command, timeoutMs) };
    } catch (error) {
      failed(error);
      return { status: "failed", isUncertain: !(error instanceof ReplyError) };
    }
  }

  /**
   * Sends Redis the unconfirmed changes of keys.
   *
   * @returns false if Redis did not take them, or is down
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
    return (await inTime(update)).status === "answered";
  }

  /**
   * Sends all tries of this process, since a Redis that was down may have lost them. It sends one key at a time, to
   * delay no visitor.
   */
  async function sendAll(): Promise<void> {
    // Keys that are counted meanwhile have to be sent too.
    isSendAgain = true;
    if (isSending) return;
    isSending = true;
    while (isSendAgain) {
      isSendAgain = false;
      for (const key of local.resend()) if (!(await send([key]))) break;
    }
    isSending = false;
  }

  async function ask(id: string, counts: readonly Count[]): Promise<TakeAnswer> {
    const keys = counts.map(({ key }) => key);
    const values = counts.flatMap(({ limit, seconds, isReadOnly }) => [
      // Infinity has no representation in Redis.
      Math.min(limit, 1_000_000),
      seconds * 1000,
      isReadOnly === true ? 0 : 1,
    ]);
    const answer = readAnswer(await run(scripts.take, keys, [id, ...values]));
    // Answers that arrive too late to decide are merged too.
    answer.members.forEach((members, index) => {
      local.merge(keys[index] ?? "", members);
    });
    return answer;
  }

  /** Checks whether Redis accepts writes, and logs the result. */
  async function check(): Promise<void> {
    if (!isConnected()) return;
    const outcome = await inTime(run(scripts.change, [countKey("check", "check")], ["check", checkMs]));
    if (outcome.status === "answered") succeeded();
  }

  function checkLater(): void {
    checkTimer ??= setTimeout(() => {
      checkTimer = undefined;
      if (!state.isUp()) void check();
    }, checkMs).unref();
  }

  // Some errors do not end the connection.
  client.on("error", checkLater);
  client.on("ready", () => {
    isEnding = false;
    void sendAll();
    void check();
  });
  setTimeout(() => {
    const isSilent = !isConnected() && client.status !== "end";
    if (isSilent) state.failed(new Error("UNANSWERED"));
  }, startMs).unref();

  /** Lets Redis decide on a try. */
  async function takeInRedis(id: string, counts: readonly Count[]): Promise<RedisAnswer<TakeAnswer>> {
    if (!isUsable()) return { status: "failed", isUncertain: false };
    const keys = counts.map(({ key }) => key);
    // Sent before the try on the same connection, so that the decision includes them.
    void send(keys);
    const pendingAnswer = ask(id, counts);
    const outcome = await inTime(pendingAnswer);
    // Removes from Redis a try that was refused here meanwhile.
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
        // A read-only Redis answers as long as nothing is added.
        if (countsToAdd.length > 0) succeeded();
        // The answer to another try may have included this one.
        for (const { key } of countsToAdd) local.remove(key, id);
      }
      // The higher of the two counts decides.
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

function readAnswer(answer: unknown): TakeAnswer {
  const [, waitMs, repeated, lists] = takeAnswer.parse(answer);
  const members = lists.map(
    (list) =>
      new Map(
        Array.from({ length: list.length / 2 }, (_, at) => [String(list[2 * at]), Number(list[2 * at + 1])]),
      ),
  );
  const sizes = members.map(({ size }) => size);
  if (waitMs > 0) return { members, result: { status: "over", retryAfter: retryAfterOf(waitMs), sizes } };
  return { members, result: { status: "free", isRepeated: repeated === 1, sizes } };
}

/**
 * Waits for an answer. When the time is over, answers that have arrived are still read: this process itself may be
 * late.
 *
 * @throws an error if none has arrived in time
 */
function withPatience<Answer>(command: Promise<Answer>, timeoutMs: number): Promise<Answer> {
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
