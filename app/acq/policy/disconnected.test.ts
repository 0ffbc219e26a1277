import { expect, it } from "vitest";
import { createBreaker } from "~/acq/policy/breaker.server";
import { fetchClientCountry } from "~/acq/operations/country-details.server";
import { createHtmlFault, neverResponse, startBrokenAcq } from "../../../tests/support/broken-acq";
import { createTestClient } from "../../../tests/support/acq-client";

it("acq call ends when the browser disconnects, which does not count as a failure of acq", async () => {
  const acq = await startBrokenAcq(neverResponse);
  const breaker = createBreaker(1);
  const browser = new AbortController();
  const client = createTestClient(acq.url, { breaker, signal: browser.signal });
  const call = fetchClientCountry(client.acq);
  await acq.requestPromise;
  browser.abort();
  expect(await call).toMatchObject({ ok: false });
  await acq.disconnectPromise;
  expect(client.loggedEntries).toEqual([]);
  expect(breaker.allowsCall()).toBe(true);
});

it("acq call does not start if the browser has already disconnected", async () => {
  const acq = await startBrokenAcq(createHtmlFault(502));
  const client = createTestClient(acq.url, { signal: AbortSignal.abort() });
  expect(await fetchClientCountry(client.acq)).toMatchObject({ ok: false });
  expect([acq.requests, client.loggedEntries]).toEqual([[], []]);
});
