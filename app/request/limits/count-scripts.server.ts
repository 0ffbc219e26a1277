import { Cluster, type Result } from "ioredis";
import type { RedisClient } from "~/request/redis/connect-redis.server";
import { createCountKey } from "./counts";

/**
 * Lua code that reads the clock of Redis, for both scripts in this file. Each count is a sorted set of attempt ids; the
 * score is the expiry in milliseconds since 1970. Both scripts return the command's number, by which the caller detects
 * a reply to another command.
 */
const clockLua = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * A Lua script that decides on an attempt. KEYS: the counts. ARGV: a number that identifies this command, the attempt's
 * id, then for each count: limit, duration in milliseconds, 1 to add the attempt. The script reads before it writes, so
 * a full or read-only Redis fails without a change. If the clock was set back, an attempt expires at the latest after
 * its duration.
 */
const countAttemptLua = `
${clockLua}
local id, wait, repeated, lists, early = ARGV[2], 0, 0, {}, {}
for i, key in ipairs(KEYS) do
  local limit, duration = tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local attempts = redis.call('ZRANGEBYSCORE', key, string.format('(%d', now), '+inf', 'WITHSCORES')
  local size = #attempts / 2
  for j = 1, size do
    if attempts[2 * j - 1] == id then repeated = 1 end
    if attempts[2 * j] - now > duration then
      table.insert(early, { key, now + duration, attempts[2 * j - 1] })
    end
    attempts[2 * j] = math.min(attempts[2 * j] - now, duration)
  end
  if size >= limit then wait = math.max(wait, attempts[2 * (size - limit + 1)]) end
  lists[i] = attempts
end
if repeated == 1 then wait = 0 end
if repeated == 0 and wait == 0 then
  for i, key in ipairs(KEYS) do
    if ARGV[3 * i + 2] == '1' then
      redis.call('ZADD', key, string.format('%d', now + ARGV[3 * i + 1]), id)
      redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%d', now))
      redis.call('PEXPIRE', key, ARGV[3 * i + 1])
    end
  end
end
for _, try in ipairs(early) do
  redis.call('ZADD', try[1], 'XX', string.format('%d', try[2]), try[3])
end
return { ARGV[1], wait, repeated, lists }
`;

/**
 * A Lua script that applies changes to counts. KEYS: the count of each change. ARGV: the command's number, then for
 * each change: the attempt's id and the duration in milliseconds. A duration of 0 removes the id.
 */
const changeCountsLua = `
${clockLua}
for i, key in ipairs(KEYS) do
  local id, ms = ARGV[2 * i], tonumber(ARGV[2 * i + 1])
  if ms > 0 then
    redis.call('ZADD', key, 'NX', string.format('%d', now + ms), id)
    if redis.call('PTTL', key) < ms then redis.call('PEXPIRE', key, ms) end
  end
end
for i, key in ipairs(KEYS) do
  if ARGV[2 * i + 1] == '0' then redis.call('ZREM', key, ARGV[2 * i]) end
end
return { ARGV[1] }
`;

/**
 * Runs a Lua script in Redis with keys and arguments. If Redis does not know the script, ioredis sends its text again.
 */
export type RunLuaScript = (
  keys: readonly string[],
  values: readonly (string | number)[],
) => Promise<unknown>;

declare module "ioredis" {
  interface RedisCommander<Context> {
    velvetgateCountAttempt(keyCount: number, ...values: (string | number)[]): Result<unknown, Context>;
    velvetgateChangeCounts(keyCount: number, ...values: (string | number)[]): Result<unknown, Context>;
  }
}

/** Defines the Lua scripts for deciding on attempts and for changing counts as commands of a Redis client. */
export function defineCountScripts(client: RedisClient): {
  countAttempt: RunLuaScript;
  changeCounts: RunLuaScript;
} {
  client.defineCommand("velvetgateCountAttempt", { lua: countAttemptLua });
  client.defineCommand("velvetgateChangeCounts", { lua: changeCountsLua });
  return {
    countAttempt: (keys, values) => client.velvetgateCountAttempt(keys.length, ...keys, ...values),
    changeCounts: (keys, values) => client.velvetgateChangeCounts(keys.length, ...keys, ...values),
  };
}

/**
 * The number of counts in a check of a Redis cluster. They are on different nodes, so that a check rarely misses a node
 * that is down: with three nodes, once in 500 times.
 */
const clusterCheckCount = 16;

/** Returns the keys of the counts that a check of Redis writes. */
export function createCheckKeys(client: RedisClient): string[] {
  return Array.from({ length: client instanceof Cluster ? clusterCheckCount : 1 }, (_, index) =>
    createCountKey(`check${String(index)}`, "check"),
  );
}
