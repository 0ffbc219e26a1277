import { describe, expect, it } from "vitest";
import { computeRetryDelayMs } from "./classify-failure.server";
import { fetchClientCountry } from "~/acq/operations/country-details.server";
import { createResponseFault, createHtmlFault, startBrokenAcq } from "../../../tests/support/broken-acq";
import { createTestClient } from "../../../tests/support/acq-client";

const successBody = { data: { countryDetails: null } };

describe("retry of an acq call", () => {
  it.each<[string, string | undefined, (ms: number) => boolean]>([
    ["a short delay", undefined, (ms) => ms >= 100 && ms <= 300],
    ["the delay that acq requests", "1", (ms) => ms === 1000],
    ["no delay", "0", (ms) => ms === 0],
    ["the longest allowed delay", "5", (ms) => ms === 5000],
    ["a short delay", "soon", (ms) => ms >= 100 && ms <= 300],
    ["a short delay", "-5", (ms) => ms >= 100 && ms <= 300],
  ])("starts after %s if acq's Retry-After header is %s", async (_, retryAfter, isExpectedWait) => {
    const headers = retryAfter === undefined ? undefined : { "Retry-After": retryAfter };
    const acq = await startBrokenAcq(createHtmlFault(503, headers), createResponseFault(successBody));
    const client = createTestClient(acq.url);
    expect(await fetchClientCountry(client.acq)).toMatchObject({ ok: true });
    expect(client.waitTimes).toEqual([expect.toSatisfy(isExpectedWait)]);
  });

  it.each([
    ["more than 5 s", "6", 15_000],
    ["a date in an hour", new Date(Date.now() + 3_600_000).toUTCString(), 15_000],
    ["more than the remaining time", "2", 1500],
  ])("does not take place if Retry-After is too long: %s", async (_, retryAfter, timeoutMs) => {
    const acq = await startBrokenAcq(
      createHtmlFault(503, { "Retry-After": retryAfter }),
      createResponseFault(successBody),
    );
    const client = createTestClient(acq.url, { timeoutMs });
    expect(await fetchClientCountry(client.acq)).toMatchObject({
      ok: false,
      failure: { kind: "network", status: 503 },
    });
    expect([acq.requests.length, client.waitTimes]).toEqual([1, []]);
  });
});

describe("Retry-After sent to visitors", () => {
  it.each([
    ["60", 60],
    ["0", 1],
    ["86400", 3600],
    ["99999999999999999999", 3600],
    ["soon", undefined],
    [new Date(Date.now() - 60_000).toUTCString(), 1],
  ])("equals acq's value, limited to 1 to 3,600 seconds: %s becomes %j", async (header, retryAfter) => {
    const acq = await startBrokenAcq(createHtmlFault(503, { "Retry-After": header }));
    const result = await fetchClientCountry(createTestClient(acq.url).acq);
    expect(!result.ok && result.failure.kind === "network" && result.failure.retryAfter).toBe(retryAfter);
  });
});

describe("retry delay from an HTTP date in Retry-After", () => {
  const now = Date.parse("2026-11-21T09:00:00Z");

  it.each([
    ["Sat, 21 Nov 2026 09:00:04 GMT", 4000],
    ["Sat, 21 Nov 2026 09:00:05 GMT", 5000],
    ["Sat, 21 Nov 2026 09:00:06 GMT", undefined],
    ["Sat, 21 Nov 2026 08:00:00 GMT", 0],
  ])("equals the time until that date, or undefined above 5 s: %s yields %j ms", (retryAfter, ms) => {
    expect(computeRetryDelayMs(503, retryAfter, now)).toBe(ms);
  });
});
