import { describe, expect, it } from "vitest";
import { readEnvironment } from "~/config/environment";
import { parseRedisUrl } from "~/config/redis-address";

const withoutCredentials = { username: undefined, password: undefined };

describe("REDIS_URL", () => {
  it.each([
    ["redis://localhost:6379", { kind: "server", url: "redis://localhost:6379" }],
    ["rediss://user:word@redis.example/2", { kind: "server", url: "rediss://user:word@redis.example/2" }],
    [
      "redis+sentinel://one.example:26379,two.example/club",
      {
        kind: "sentinel",
        sentinelGroup: "club",
        usesTls: false,
        nodes: [
          { host: "one.example", port: 26_379 },
          { host: "two.example", port: 26_379 },
        ],
        ...withoutCredentials,
      },
    ],
    [
      "rediss+cluster://user:a%40b%2Fc@[2001:db8::1]:7000,127.0.0.1",
      {
        kind: "cluster",
        usesTls: true,
        nodes: [
          { host: "2001:db8::1", port: 7000 },
          { host: "127.0.0.1", port: 6379 },
        ],
        username: "user",
        password: "a@b/c",
      },
    ],
    [
      "redis+cluster://:word@redis:6379",
      {
        kind: "cluster",
        usesTls: false,
        nodes: [{ host: "redis", port: 6379 }],
        username: undefined,
        password: "word",
      },
    ],
  ])("parses %s", (value, address) => {
    expect(parseRedisUrl(value)).toEqual(address);
  });

  it.each([
    "canary@my-store",
    "http://:canary@redis:6379",
    "redis://:canary@redis:port",
    "redis://:canary%off@redis:6379",
    "redis://:can/ary@redis:6379",
    "redis://:can#ary@redis:6379",
    "redis://:can@ary@redis:6379",
    "redis://:canary@redis:6379/club",
    "redis+sentinel://:canary@one:26379",
    "redis+sentinel://:canary@one:26379/",
    "redis+sentinel://:canary@one:26379,/club",
    "redis+sentinel://:canary@one:99999/club",
    "redis+cluster://:canary@one:6379/club",
    "redis+cluster://:canary@one:6379 ,two:6379",
    "redis+cluster://:canary%FF@one:6379",
    "redis+cluster://:canary%@one:6379",
    "redis+cluster://canary@one:6379",
    "redis+cluster://",
    "redis+replica://:canary@one:6379",
  ])("rejects %s with an error of one line that does not contain the value", (REDIS_URL) => {
    const result = readEnvironment({ ACQ_EMBEDDED: "true", REDIS_URL });
    expect(result.ok ? [] : result.faults).toEqual([
      expect.stringMatching(
        /^REDIS_URL has an invalid value \(a secret, not shown\); allowed is redis:\/\/host:port, .+$/,
      ),
    ]);
    expect(JSON.stringify(result)).not.toContain("canary");
  });
});
