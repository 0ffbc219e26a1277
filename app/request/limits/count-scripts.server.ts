import type { Result } from "ioredis";
import type { RedisClient } from "~/request/redis/connect-redis.server";

/**
 * Lua code that reads the clock of Redis, for both scripts in this file. Each count is a sorted set of attempt ids; the
 * score is the expiry in milliseconds since 1970. Both scripts return the command's number, by which the caller detects
 * a reply to another command.
 */
const readClockLua = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/**
 * A Lua script that decides on an attempt. KEYS: the counts. ARGV: a number that identifies this command, the attempt's
 * id, then for each count: limit, duration in milliseconds, 1 to add the attempt. The script reads before it writes, so
 * a full or read-only Redis fails without a change.
 */
const takeAttemptLua = `
${readClockLua}
local id, wait, repeated, lists = ARGV[2], 0, 0, {}
for i, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[3 * i])
  local tries = redis.call('ZRANGEBYSCORE', key, string.format('(%d', now), '+inf', 'WITHSCORES')
  local size = #tries / 2
  for j = 1, size do
    if tries[2 * j - 1] == id then repeated = 1 end
    tries[2 * j] = tries[2 * j] - now
  end
  if size >= limit then wait = math.max(wait, tries[2 * (size - limit + 1)]) end
  lists[i] = tries
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
return { ARGV[1], wait, repeated, lists }
`;

/**
 * A Lua script that applies changes to counts. KEYS: the count of each change. ARGV: the command's number, then for
 * each change: the attempt's id and the duration in milliseconds. A duration of 0 removes the id.
 */
const changeCountsLua = `
${readClockLua}
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
    velvetgateTake(keys: number, ...values: (string | number)[]): Result<unknown, Context>;
    velvetgateChange(keys: number, ...values: (string | number)[]): Result<unknown, Context>;
  }
}

/** Defines the Lua scripts for deciding on attempts and for changing counts as commands of a Redis client. */
export function defineCountScripts(client: RedisClient): {
  takeAttempt: RunLuaScript;
  changeCounts: RunLuaScript;
} {
  client.defineCommand("velvetgateTake", { lua: takeAttemptLua });
  client.defineCommand("velvetgateChange", { lua: changeCountsLua });
  return {
    takeAttempt: (keys, values) => client.velvetgateTake(keys.length, ...keys, ...values),
    changeCounts: (keys, values) => client.velvetgateChange(keys.length, ...keys, ...values),
  };
}
