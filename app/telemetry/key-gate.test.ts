import { afterEach, expect, it, vi } from "vitest";
import { createKeyGate } from "./key-gate.server";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([10, 120])("key gate accepts each key once in %i minutes", (minutes) => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const readClock = vi.spyOn(performance, "now").mockReturnValue(1);
  function passMinutes(passedMinutes: number): void {
    readClock.mockReturnValue(performance.now() + passedMinutes * 60_000);
    // lru-cache reads the clock at most once in a millisecond. The timer that ends this millisecond must therefore run.
    vi.advanceTimersByTime(1);
  }
  const isAccepted = createKeyGate(minutes);
  expect(["one", "one", "two", "one"].map(isAccepted)).toEqual([true, false, true, false]);
  passMinutes(minutes - 1);
  expect(isAccepted("one")).toBe(false);
  passMinutes(2);
  expect(["one", "one"].map(isAccepted)).toEqual([true, false]);
});
