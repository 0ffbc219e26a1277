import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLimits, type Limits, type LimitedAction } from "~/http/limits/limits.server";

const start = new Date("2026-11-21T10:00:00Z");
const address = "192.0.2.1";

let limits: Limits;
beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ["Date", "setTimeout", "clearTimeout"] });
  limits = createLimits({ redis: undefined, workers: 1 });
});
afterEach(() => {
  vi.useRealTimers();
});

function minutesLater(minutes: number): void {
  vi.advanceTimersByTime(minutes * 60_000);
}

const actions: [LimitedAction, number][] = [
  ["resend", 5],
  ["registration", 20],
  ["interest", 5],
];

describe.each(actions)("a limit on %s", (action, most) => {
  async function takeAll(of = address): Promise<void> {
    for (let time = 0; time < most; time += 1)
      expect(await limits.take(action, of)).toEqual({ status: "free" });
  }

  it(`lets ${most} pass in ten minutes, then says when to come back`, async () => {
    await takeAll();
    minutesLater(4);
    expect(await limits.take(action, address)).toEqual({ status: "over", retryAfter: 360 });
  });

  it("begins anew after ten minutes", async () => {
    await takeAll();
    minutesLater(10);
    await takeAll();
  });

  it("is each address's own", async () => {
    await takeAll();
    await takeAll("192.0.2.2");
    expect(await limits.take(action, address)).toMatchObject({ status: "over" });
  });

  it("is one for a whole /64 of IPv6", async () => {
    await takeAll("2001:db8:0:1::1");
    expect(await limits.take(action, "2001:db8:0:1:ffff::9")).toMatchObject({ status: "over" });
    await takeAll("2001:db8:0:2::1");
  });
});

it("counts what is different apart", async () => {
  for (let time = 0; time < 6; time += 1) await limits.take("resend", address);
  expect(await limits.take("interest", address)).toEqual({ status: "free" });
  expect(await limits.takeGuess(address, "code")).toEqual({ status: "free" });
});

describe("the limit on guessing", () => {
  async function guess(codes: number): Promise<void> {
    for (let code = 0; code < codes; code += 1)
      expect(await limits.takeGuess(address, `code${code}`)).toEqual({ status: "free" });
  }

  it("lets ten different codes pass in ten minutes, then says when to come back", async () => {
    await guess(10);
    minutesLater(9);
    expect(await limits.takeGuess(address, "one-more")).toEqual({ status: "over", retryAfter: 60 });
    minutesLater(1);
    expect(await limits.takeGuess(address, "one-more-again")).toEqual({ status: "free" });
  });

  it("counts a code once, however it is written", async () => {
    const written = ["WRONG1", "wrong1", "WR-ONG-1", "Wrong1-"];
    for (const code of [...written, ...written, ...written])
      expect(await limits.takeGuess(address, code)).toEqual({ status: "free" });
    await guess(9);
    expect(await limits.takeGuess(address, "one-more")).toMatchObject({ status: "over" });
  });

  it("is each address's own", async () => {
    await guess(10);
    expect(await limits.takeGuess("192.0.2.2", "code0")).toEqual({ status: "free" });
  });
});
