import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeClockCorrection, computeTimeLeft } from "~/routes/landing/countdown-banner";

const end = Date.parse("2026-11-26T23:00:00Z");

describe("countdown's remaining time", () => {
  it.each([
    ["2026-11-20T19:56:54Z", { days: 6, hours: 3, minutes: 3, seconds: 6 }],
    ["2026-11-26T22:59:59.001Z", { days: 0, hours: 0, minutes: 0, seconds: 0 }],
    ["2026-11-26T23:00:00Z", { days: 0, hours: 0, minutes: 0, seconds: 0 }],
    ["2027-01-01T00:00:00Z", { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  ])("at %s equals %j", (now, remainingParts) => {
    expect(computeTimeLeft(end, Date.parse(now))).toEqual(remainingParts);
  });

  it("equals the sum of its days, hours (at most 23), minutes and seconds (at most 59)", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * 86_400_000 }), (remainingMs) => {
        const { days, hours, minutes, seconds } = computeTimeLeft(end, end - remainingMs);
        expect(((days * 24 + hours) * 60 + minutes) * 60 + seconds).toBe(Math.floor(remainingMs / 1000));
        expect([hours < 24, minutes < 60, seconds < 60]).toEqual([true, true, true]);
      }),
    );
  });
});

describe("browser clock used by the countdown", () => {
  const arrivedAt = Date.parse("2026-11-20T12:00:00Z");
  const minutesToMs = (count: number) => count * 60_000;

  it.each([
    { serverAheadMs: minutesToMs(10), fromCache: false, correctionMs: minutesToMs(10), clockState: "slow" },
    { serverAheadMs: minutesToMs(-60), fromCache: false, correctionMs: minutesToMs(-60), clockState: "fast" },
    {
      serverAheadMs: -900,
      fromCache: false,
      correctionMs: 0,
      clockState: "right, with a normal network delay",
    },
    {
      serverAheadMs: minutesToMs(-1.9),
      fromCache: false,
      correctionMs: 0,
      clockState: "right, with a page stored for almost two minutes",
    },
    {
      serverAheadMs: minutesToMs(-180),
      fromCache: true,
      correctionMs: 0,
      clockState: "right, with an old page from the browser's cache",
    },
  ])(
    "gets a correction of $correctionMs ms when the clock is $clockState",
    ({ serverAheadMs, fromCache, correctionMs }) => {
      expect(
        computeClockCorrection({ serverNowMs: arrivedAt + serverAheadMs, arrivedAt, isFromCache: fromCache }),
      ).toBe(correctionMs);
    },
  );
});
