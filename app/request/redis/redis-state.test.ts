import { afterEach, expect, it, vi } from "vitest";
import { createRedisState } from "./redis-state.server";

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
  const state = createRedisState(log);
  const fail = (message: string) => {
    state.recordFailure(Object.assign(new Error(message), message === "ECONNREFUSED" && { code: message }));
  };
  fail("ECONNREFUSED");
  vi.advanceTimersByTime(30_000);
  fail("ECONNREFUSED");
  fail("Connection is closed.");
  fail("WRONGPASS invalid username-password pair");
  fail("WRONGPASS invalid username-password pair");
  expect(loggedCodes).toEqual(["ECONNREFUSED", "WRONGPASS"]);
});
