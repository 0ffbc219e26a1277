import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CodeSource, MailRequest } from "~/request/limits/attempts.server";
import { createLimits, type LimitedAction, type Limits } from "~/request/limits/limits.server";
import { createLocalCounts, createMemoryCounts } from "~/request/limits/local-counts.server";

const startTime = new Date("2026-11-21T10:00:00Z");
const address = "192.0.2.1";

let limits: Limits;
beforeEach(() => {
  vi.useFakeTimers({ now: startTime, toFake: ["Date", "setTimeout", "clearTimeout"] });
  limits = createLimits({ countStore: createMemoryCounts() });
});
afterEach(() => {
  vi.useRealTimers();
});

function advanceMinutes(minutes: number): void {
  vi.advanceTimersByTime(minutes * 60_000);
}

const limitedActions: [LimitedAction, number][] = [
  ["resend", 5],
  ["registration", 20],
  ["activation", 30],
  ["interest", 5],
];

describe.each(limitedActions)("limit on %s", (action, limit) => {
  async function exhaustLimit(clientAddress = address): Promise<void> {
    for (let attemptIndex = 0; attemptIndex < limit; attemptIndex += 1)
      expect(await limits.countAction(action, clientAddress)).toMatchObject({ status: "free" });
  }

  it(`allows ${limit} attempts in ten minutes, then returns the time to wait`, async () => {
    await exhaustLimit();
    advanceMinutes(4);
    expect(await limits.countAction(action, address)).toEqual({ status: "limited", retryAfter: 360 });
  });

  it("allows all attempts again after ten minutes", async () => {
    await exhaustLimit();
    advanceMinutes(10);
    await exhaustLimit();
  });

  it("applies to each client address separately", async () => {
    await exhaustLimit();
    await exhaustLimit("192.0.2.2");
    expect(await limits.countAction(action, address)).toMatchObject({ status: "limited" });
  });

  it("counts a /64 of IPv6 as one client", async () => {
    await exhaustLimit("2001:db8:0:1::1");
    expect(await limits.countAction(action, "2001:db8:0:1:ffff::9")).toMatchObject({ status: "limited" });
    await exhaustLimit("2001:db8:0:2::1");
  });

  it("allows a /56 of IPv6 four times the attempts of a /64, and counts each /56 separately", async () => {
    for (const network of ["a00", "a01", "a02", "aff"]) await exhaustLimit(`2001:db8:0:${network}::1`);
    expect(await limits.countAction(action, "2001:db8:0:a03::1")).toMatchObject({ status: "limited" });
    await exhaustLimit("2001:db8:0:b00::1");
  });
});

it("limits of different actions count attempts separately", async () => {
  for (let attemptIndex = 0; attemptIndex < 6; attemptIndex += 1) await limits.countAction("resend", address);
  expect(await limits.countAction("interest", address)).toMatchObject({ status: "free" });
  expect(await tryUnknownCode("code")).toEqual("free");
});

/** Tries a code that acq does not know. */
async function tryUnknownCode(
  code: string,
  source: CodeSource = "typed",
  clientAddress = address,
): Promise<string> {
  const attemptResult = await limits.countCodeAttempt(clientAddress, code, source);
  if (attemptResult.status === "free") await attemptResult.countAsUnknownCode();
  return attemptResult.status;
}

async function tryUnknownCodes(
  count: number,
  source: CodeSource = "typed",
  clientAddress = address,
): Promise<void> {
  for (let code = 0; code < count; code += 1)
    expect(await tryUnknownCode(`${source}${code}`, source, clientAddress)).toBe("free");
}

describe("limit on guessing codes", () => {
  it("allows ten different codes in ten minutes, then returns the time to wait", async () => {
    await tryUnknownCodes(10);
    advanceMinutes(9);
    expect(await limits.countCodeAttempt(address, "one-more", "typed")).toEqual({
      status: "limited",
      retryAfter: 60,
    });
    advanceMinutes(1);
    expect(await tryUnknownCode("one-more-again")).toBe("free");
  });

  it("counts all spellings and repetitions of a code as one code", async () => {
    const codeSpellings = ["WRONG1", "wrong1", "WR-ONG-1", "Wrong1-"];
    for (const code of [...codeSpellings, ...codeSpellings, ...codeSpellings])
      expect(await tryUnknownCode(code)).toBe("free");
    await tryUnknownCodes(9);
    expect(await tryUnknownCode("one-more")).toBe("limited");
  });

  it.each<[CodeSource, number]>([
    ["typed", 10],
    ["linked", 40],
  ])("allows a /56 four times as many %s codes as one of its /64s", async (source, limit) => {
    for (let network = 0; network < 4; network += 1)
      for (let code = 0; code < limit; code += 1)
        expect(await tryUnknownCode(`${network}-${code}`, source, `2001:db8:0:a0${network}::1`)).toBe("free");
    expect(await tryUnknownCode("one-more", source, "2001:db8:0:aff::1")).toBe("limited");
    expect(await tryUnknownCode("one-more", source, "2001:db8:0:b00::1")).toBe("free");
  });

  it("does not count a code that acq knows", async () => {
    for (let attemptIndex = 0; attemptIndex < 12; attemptIndex += 1) {
      const attemptResult = await limits.countCodeAttempt(address, `right${attemptIndex}`, "typed");
      if (attemptResult.status === "free") await attemptResult.refund();
    }
    await tryUnknownCodes(10);
  });

  it("allows only ten of a hundred simultaneous attempts of fifty codes", async () => {
    const guessedCodes = Array.from({ length: 50 }, (_, index) => `code${index}`);
    const attemptResults = await Promise.all(
      [...guessedCodes, ...guessedCodes].map((code) => limits.countCodeAttempt(address, code, "typed")),
    );
    expect(attemptResults.filter(({ status }) => status === "free")).toHaveLength(10);
  });

  it("allows 100 simultaneous links plus a typed code, and does not count links once their codes prove valid", async () => {
    const linkAttemptResults = await Promise.all(
      Array.from({ length: 120 }, (_, index) => limits.countCodeAttempt(address, `good${index}`, "linked")),
    );
    expect(linkAttemptResults.filter(({ status }) => status === "free")).toHaveLength(100);
    expect(await tryUnknownCode("typed-meanwhile")).toBe("free");
    for (const link of linkAttemptResults) if (link.status === "free") await link.refund();
    expect(await tryUnknownCode("later", "linked")).toBe("free");
  });

  it("counts codes in links separately from typed codes", async () => {
    await tryUnknownCodes(40, "linked");
    expect(await tryUnknownCode("one-more", "linked")).toBe("limited");
    await tryUnknownCodes(10);
    expect(await tryUnknownCode("one-more")).toBe("limited");
  });

  it("allows forty codes in links even after ten typed codes", async () => {
    await tryUnknownCodes(10);
    await tryUnknownCodes(40, "linked");
    expect(await tryUnknownCode("one-more", "linked")).toBe("limited");
  });

  it("counts a link for half a minute if the request is aborted before the response", async () => {
    for (let link = 0; link < 100; link += 1)
      expect(await limits.countCodeAttempt(address, `given-up${link}`, "linked")).toMatchObject({
        status: "free",
      });
    expect(await limits.countCodeAttempt(address, "next", "linked")).toEqual({
      status: "limited",
      retryAfter: 30,
    });
    vi.advanceTimersByTime(30_000);
    expect(await tryUnknownCode("next", "linked")).toBe("free");
  });

  it("counts a typed code for ten minutes if the request is aborted before the response", async () => {
    for (let code = 0; code < 10; code += 1)
      expect(await limits.countCodeAttempt(address, `given-up${code}`, "typed")).toMatchObject({
        status: "free",
      });
    advanceMinutes(9);
    expect(await limits.countCodeAttempt(address, "next", "typed")).toEqual({
      status: "limited",
      retryAfter: 60,
    });
  });

  it("counts each client address separately", async () => {
    await tryUnknownCodes(10);
    await tryUnknownCodes(10, "typed", "192.0.2.2");
    expect(await tryUnknownCode("one-more")).toBe("limited");
  });
});

describe("limit on e-mails to one recipient", () => {
  const attemptMail = (key: string, overrides: Partial<MailRequest> = {}) =>
    limits.countMailAttempt({ accountKey: "somebody", idempotencyKey: key, reason: "request", ...overrides });

  it("allows one e-mail a minute and five in ten minutes, for all requesters together", async () => {
    for (let attemptIndex = 0; attemptIndex < 5; attemptIndex += 1) {
      expect(await attemptMail(`first${attemptIndex}`)).toMatchObject({ status: "free" });
      expect(await attemptMail(`second${attemptIndex}`)).toMatchObject({
        status: "limited",
        retryAfter: attemptIndex < 4 ? 60 : 360,
      });
      advanceMinutes(1);
    }
    expect(await attemptMail("sixth")).toEqual({
      status: "limited",
      retryAfter: 300,
      hasRegistration: false,
    });
    expect(await attemptMail("sixth", { accountKey: "somebody else" })).toMatchObject({ status: "free" });
    advanceMinutes(5);
    expect(await attemptMail("sixth")).toMatchObject({ status: "free" });
  });

  it("allows the e-mail of a registration a minute after the last e-mail, despite many earlier requests", async () => {
    for (let attemptIndex = 0; attemptIndex < 6; attemptIndex += 1) {
      await attemptMail(`asked${attemptIndex}`);
      advanceMinutes(1);
    }
    expect(await attemptMail("registered", { reason: "registration" })).toMatchObject({ status: "free" });
  });

  it("allows none of twenty simultaneous requests right after the first e-mail", async () => {
    await attemptMail("first");
    const attemptResults = await Promise.all(
      Array.from({ length: 20 }, (_, index) => attemptMail(`twice${index % 10}`)),
    );
    expect(attemptResults.filter(({ status }) => status === "free")).toEqual([]);
  });

  it("allows repeated requests with the same idempotency key, and counts them as one e-mail", async () => {
    const attemptResults = await Promise.all([attemptMail("one"), attemptMail("one"), attemptMail("one")]);
    expect(attemptResults.map(({ status }) => status)).toEqual(["free", "free", "free"]);
    expect(await attemptMail("two")).toMatchObject({ status: "limited" });
    expect(await attemptMail("two")).toMatchObject({ status: "limited" });
  });

  it("does not count an e-mail that was not sent", async () => {
    const attemptResult = await attemptMail("one", { reason: "registration" });
    if (attemptResult.status === "free") await attemptResult.refund();
    expect(await attemptMail("two")).toMatchObject({ status: "free" });
    expect(await attemptMail("one")).toMatchObject({ status: "limited", hasRegistration: false });
  });

  it("names a registration as the reason for a refusal if a registration caused the last e-mail", async () => {
    await attemptMail("one", { reason: "registration" });
    expect(await attemptMail("two")).toMatchObject({ status: "limited", hasRegistration: true });
  });
});

it("local rate limit counts have at most 100,000 keys, and drop keys with only expired attempts", () => {
  const localCounts = createLocalCounts();
  const takeTry = (key: string) => localCounts.countAttempt("try", [{ key, limit: 5, windowSeconds: 60 }]);
  for (let network = 0; network < 100_010; network += 1) takeTry(`network${network}`);
  expect(localCounts.size()).toBe(100_000);
  advanceMinutes(2);
  // Each attempt removes at most a thousand expired keys, so that removing all keys takes 101 attempts.
  for (let attemptIndex = 0; attemptIndex < 101; attemptIndex += 1) takeTry("next");
  expect(localCounts.size()).toBe(1);
});
