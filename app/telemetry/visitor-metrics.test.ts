import { afterEach, expect, it, vi } from "vitest";
import { noMetrics } from "./metrics";
import { createVisitorMetrics, type VisitorMetrics } from "./visitor-metrics.server";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each<[string, number, (metrics: VisitorMetrics, key: string) => void]>([
  ["usable invitations", 10, (metrics, key) => metrics.countInvitedVisit(key)],
  ["damaged invitation links", 60, (metrics, network) => metrics.countDamagedLink(network)],
  [
    "failing activation links",
    10,
    (metrics, link) => metrics.countFailedActivation("NOT_FOUND", { link, network: `network of ${link}` }),
  ],
  [
    "failed activations of different links",
    10,
    (metrics, network) => metrics.countFailedActivation("NOT_FOUND", { link: crypto.randomUUID(), network }),
  ],
  [
    "activations of an account",
    24 * 60,
    (metrics, activationId) => metrics.countActivation("ACTIVATED", activationId),
  ],
  [
    "code checks without a response",
    60,
    (metrics, network) => metrics.countCodeCheck("NO_ANSWER", { codeKey: crypto.randomUUID(), network }),
  ],
  [
    "checks of a code",
    60,
    (metrics, network) => metrics.countCodeCheck("none", { codeKey: "code", network }),
  ],
  [
    "refused registrations",
    120,
    (metrics, network) =>
      metrics.countRegistration("refused", { network, idempotencyKey: crypto.randomUUID() }),
  ],
  [
    "created accounts",
    24 * 60,
    (metrics, idempotencyKey) => metrics.countRegistration("created", { network: "network", idempotencyKey }),
  ],
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

it("visitor metrics count each code of a network, and each registration that creates another account", () => {
  const [countCodeCheck, countRegistration] = [vi.fn(), vi.fn()];
  const metrics = createVisitorMetrics({ ...noMetrics, countCodeCheck, countRegistration });
  for (let count = 0; count < 3; count += 1) {
    metrics.countCodeCheck("none", { codeKey: String(count), network: "network" });
    metrics.countRegistration("created", { network: "network", idempotencyKey: String(count) });
  }
  expect([countCodeCheck, countRegistration].map(({ mock }) => mock.calls.length)).toEqual([3, 3]);
});
