import { describe, expect, it } from "vitest";
import { createRateLimitedSender } from "./limit-rate";

/** Creates a rate-limited sender with a clock that advances only by `pass`. */
function createTestSender() {
  const sentTimes: number[] = [];
  const timers: { dueAt: number; callback: () => void }[] = [];
  let time = 0;
  let onFullCount = 0;
  const send = createRateLimitedSender<number>({
    send: (item) => sentTimes.push(item),
    onQueueFull: () => (onFullCount += 1),
    now: () => time,
    schedule: (callback, ms) => timers.push({ dueAt: time + ms, callback }),
  });
  return {
    send,
    sent: sentTimes,
    full: () => onFullCount,
    pass: (ms: number) => {
      const endTime = time + ms;
      for (;;) {
        const dueTimer = timers
          .filter(({ dueAt }) => dueAt <= endTime)
          .sort((one, other) => one.dueAt - other.dueAt)[0];
        if (!dueTimer) break;
        timers.splice(timers.indexOf(dueTimer), 1);
        time = Math.max(time, dueTimer.dueAt);
        dueTimer.callback();
      }
      time = endTime;
    },
  };
}

describe("error reporter limits (docs/product/pages.md#errors-and-messages)", () => {
  it("allow 60 reports a minute and 100 waiting reports, and log dropped reports once", () => {
    const { send, sent, full, pass } = createTestSender();
    for (let item = 0; item < 300; item += 1) send(item);
    expect(sent).toHaveLength(60);
    expect(full()).toBe(1);
    pass(59_999);
    expect(sent).toHaveLength(60);
    pass(1);
    expect(sent).toHaveLength(120);
    pass(600_000);
    expect(sent).toEqual(Array.from({ length: 160 }, (_, item) => item));
  });

  it("apply to any period of 60 seconds, not to calendar minutes", () => {
    const { send, sent, pass } = createTestSender();
    for (let item = 0; item < 30; item += 1) send(item);
    pass(50_000);
    for (let item = 30; item < 100; item += 1) send(item);
    expect(sent).toHaveLength(60);
    pass(10_000);
    expect(sent).toHaveLength(90);
    pass(49_999);
    expect(sent).toHaveLength(90);
    pass(1);
    expect(sent).toHaveLength(100);
  });
});
