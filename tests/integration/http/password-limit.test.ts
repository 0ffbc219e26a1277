import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLimits, type Limits } from "~/request/limits/limits.server";
import { createMemoryCounts } from "~/request/limits/local-counts.server";

const address = "192.0.2.1";
const account = "somebody";

let limits: Limits;
beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-11-21T10:00:00Z"), toFake: ["Date", "setTimeout", "clearTimeout"] });
  limits = createLimits({ countStore: createMemoryCounts() });
});
afterEach(() => {
  vi.useRealTimers();
});

function advanceMinutes(minutes: number): void {
  vi.advanceTimersByTime(minutes * 60_000);
}

const createOtherAddress = (index: number) => `198.51.100.${index}`;

/** Signs in with wrong passwords, and returns the status of each attempt. */
async function failSignIns(
  attemptCount: number,
  accountName = account,
  clientAddress = address,
): Promise<string[]> {
  const statuses = [];
  for (let attemptIndex = 0; attemptIndex < attemptCount; attemptIndex += 1)
    statuses.push((await limits.countPasswordAttempt(clientAddress, accountName)).status);
  return statuses;
}

const fiveFreeStatuses = Array<string>(5).fill("free");

describe("limit on wrong passwords", () => {
  it("allows five attempts in ten minutes from one network for all accounts, then returns the time to wait", async () => {
    for (let index = 0; index < 5; index += 1)
      expect(await failSignIns(1, `account${index}`)).toEqual(["free"]);
    advanceMinutes(4);
    expect(await limits.countPasswordAttempt(address, "another")).toEqual({
      status: "limited",
      retryAfter: 360,
    });
    advanceMinutes(6);
    expect(await failSignIns(1, "another")).toEqual(["free"]);
  });

  it("allows five attempts in ten minutes for one account from all networks", async () => {
    for (let index = 0; index < 5; index += 1)
      expect(await failSignIns(1, account, createOtherAddress(index))).toEqual(["free"]);
    advanceMinutes(9);
    expect(await limits.countPasswordAttempt(address, account)).toEqual({
      status: "limited",
      retryAfter: 60,
    });
    expect(await failSignIns(1, "another")).toEqual(["free"]);
  });

  it("counts a /64 of IPv6 as one network", async () => {
    for (let index = 0; index < 5; index += 1)
      await failSignIns(1, `account${index}`, `2001:db8:0:1::${index}`);
    expect(await failSignIns(1, "another", "2001:db8:0:1:ffff::9")).toEqual(["limited"]);
    expect(await failSignIns(1, "another", "2001:db8:0:2::1")).toEqual(["free"]);
  });

  it("returns the longer waiting time if the limits of the network and of the account are both reached", async () => {
    await failSignIns(5, "another");
    advanceMinutes(3);
    for (let index = 0; index < 5; index += 1) await failSignIns(1, account, createOtherAddress(index));
    expect(await limits.countPasswordAttempt(address, account)).toEqual({
      status: "limited",
      retryAfter: 600,
    });
  });

  it("allows only five of twenty simultaneous attempts", async () => {
    const attemptResults = await Promise.all(
      Array.from({ length: 20 }, () => limits.countPasswordAttempt(address, account)),
    );
    expect(attemptResults.map(({ status }) => status).sort()).toEqual([
      ...fiveFreeStatuses,
      ...Array<string>(15).fill("limited"),
    ]);
  });

  it("does not count a refunded attempt", async () => {
    for (let index = 0; index < 12; index += 1) {
      const attemptResult = await limits.countPasswordAttempt(address, account);
      if (attemptResult.status === "limited") throw new Error("it was given back");
      await attemptResult.refund();
    }
    expect(await failSignIns(6)).toEqual([...fiveFreeStatuses, "limited"]);
  });

  it("does not count an attempt for the account if the limit of the network rejects the attempt", async () => {
    await failSignIns(5, "another");
    expect(await failSignIns(9)).toEqual(Array(9).fill("limited"));
    expect(await failSignIns(5, account, createOtherAddress(1))).toEqual(fiveFreeStatuses);
  });

  it("ignores a refund that arrives more than ten minutes after the attempt", async () => {
    const attemptResults = await Promise.all(
      Array.from({ length: 5 }, () => limits.countPasswordAttempt(address, account)),
    );
    advanceMinutes(10);
    await failSignIns(1);
    for (const attempt of attemptResults) if (attempt.status === "free") await attempt.refund();
    expect(await failSignIns(5)).toEqual([...fiveFreeStatuses.slice(1), "limited"]);
  });
});
