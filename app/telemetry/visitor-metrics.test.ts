import { afterEach, expect, it, vi } from "vitest";
import { noMetrics } from "./metrics";
import { createVisitorMetrics, type VisitorMetrics } from "./visitor-metrics.server";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each<[string, number, (metrics: VisitorMetrics, key: string) => void]>([
  ["usable invitations", 10, (metrics, key) => metrics.countInvitedVisit(key)],
  ["damaged invitation links", 10, (metrics, key) => metrics.countDamagedLink(key)],
  ["failed activation links", 10, (metrics, key) => metrics.countFailedActivation("NOT_FOUND", key)],
  ["code checks without a response", 60, (metrics, key) => metrics.countCodeCheck("NO_ANSWER", key)],
  ["refused registrations", 120, (metrics, key) => metrics.countRegistration("refused", key)],
])("visitor metrics count %s once in %i minutes for each visitor", (_name, minutes, countVisitor) => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const readClock = vi.spyOn(performance, "now").mockReturnValue(1);
  function passMinutes(passedMinutes: number): void {
    readClock.mockReturnValue(performance.now() + passedMinutes * 60_000);
    // lru-cache reads the clock at most once in a millisecond. The timer that ends this millisecond must therefore run.
    vi.advanceTimersByTime(1);
  }
  const count = vi.fn();
  const metrics = createVisitorMetrics({
    ...noMetrics,
    countInvitedVisit: count,
    countDamagedLink: count,
    countActivation: count,
    countCodeCheck: count,
    countRegistration: count,
  });
  for (const key of ["one", "one", "two", "one"]) countVisitor(metrics, key);
  expect(count).toHaveBeenCalledTimes(2);
  passMinutes(minutes - 1);
  countVisitor(metrics, "one");
  expect(count).toHaveBeenCalledTimes(2);
  passMinutes(2);
  for (const key of ["one", "one"]) countVisitor(metrics, key);
  expect(count).toHaveBeenCalledTimes(3);
});

it("visitor metrics count each code check with a response, and each registration that creates an account", () => {
  const [countCodeCheck, countRegistration] = [vi.fn(), vi.fn()];
  const metrics = createVisitorMetrics({ ...noMetrics, countCodeCheck, countRegistration });
  for (let count = 0; count < 3; count += 1) {
    metrics.countCodeCheck("none", "network");
    metrics.countRegistration("created", "network");
  }
  expect([countCodeCheck, countRegistration].map(({ mock }) => mock.calls.length)).toEqual([3, 3]);
});
