import { afterEach, expect, it, vi } from "vitest";
import { createRedisState, extractErrorCode } from "./redis-state.server";

afterEach(() => {
  vi.useRealTimers();
});

it("Redis state logs the cause of a failure again when the cause has changed", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const loggedCodes: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: (fields: object) => {
      loggedCodes.push("code" in fields && fields.code);
    },
  };
  const redisState = createRedisState(log);
  const fail = (message: string) => {
    redisState.recordFailure(
      Object.assign(new Error(message), message === "ECONNREFUSED" && { code: message }),
    );
  };
  fail("ECONNREFUSED");
  vi.advanceTimersByTime(30_000);
  fail("ECONNREFUSED");
  fail("Connection is closed.");
  fail("WRONGPASS invalid username-password pair");
  fail("WRONGPASS invalid username-password pair");
  expect(loggedCodes).toEqual(["ECONNREFUSED", "WRONGPASS"]);
});

it("Redis state reports a missing replica if Redis accepts no writes without a replica", () => {
  const warn = vi.fn();
  createRedisState({ info: () => undefined, warn }).recordFailure(
    new Error("NOREPLICAS Not enough good replicas to write."),
  );
  expect(warn.mock.calls[0]).toMatchObject([
    { code: "NOREPLICAS" },
    expect.stringMatching(/start the replica of Redis/),
  ]);
});

it("Redis state names the database number in REDIS_URL if the Redis server has no database of that number", () => {
  const error = new Error("ERR DB index is out of range");
  expect(extractErrorCode(error)).toBe("DATABASE");
  const warn = vi.fn();
  createRedisState({ info: () => undefined, warn }).recordFailure(error);
  expect(warn.mock.calls[0]?.[1]).toMatch(/correct the database number in REDIS_URL/);
});
