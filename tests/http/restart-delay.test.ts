import { expect, it } from "vitest";
import { restartDelays } from "~/http/process/restart-delay.server";

it("a worker is replaced at once, and later and later while it ends at its start", () => {
  const delay = restartDelays();
  expect([60_000, 5, 5, 5, 5, 5, 5, 5, 5].map(delay)).toEqual([
    0, 0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect([10_000, 9_999, 9_999].map(delay)).toEqual([0, 0, 1000]);
});
