import { afterEach, expect, it, vi } from "vitest";
import { createKeyGate } from "./key-gate.server";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("key gate accepts each key once in ten minutes", () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const readClock = vi.spyOn(performance, "now").mockReturnValue(1);
  function passMinutes(minutes: number): void {
    readClock.mockReturnValue(performance.now() + minutes * 60_000);
    // lru-cache keeps the time that it has read for a millisecond, so the test must let that time pass.
    vi.advanceTimersByTime(1);
  }
  const isAccepted = createKeyGate();
  expect(["one", "one", "two", "one"].map(isAccepted)).toEqual([true, false, true, false]);
  passMinutes(9);
  expect(isAccepted("one")).toBe(false);
  passMinutes(2);
  expect(["one", "one"].map(isAccepted)).toEqual([true, false]);
});
