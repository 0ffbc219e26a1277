import { describe, expect, it } from "vitest";
import { createOpenCalls } from "~/acq/policy/open-calls.server";
import { fetchClientCountry } from "~/acq/operations/country-details.server";
import { createServices } from "~/request/services.server";
import { neverResponse, startBrokenAcq } from "../../../tests/support/broken-acq";
import { createTestClient } from "../../../tests/support/acq-client";
import { createConfig } from "../../../tests/support/configuration";

it("open acq calls end with a timeout when the process shuts down", async () => {
  const acq = await startBrokenAcq(neverResponse);
  const openCalls = createOpenCalls();
  const { acq: client } = createTestClient(acq.url, { openCalls });
  const call = fetchClientCountry(client);
  await acq.requestPromise;
  openCalls.abortAll();
  expect(await call).toMatchObject({ ok: false, failure: { kind: "timeout" } });
  await acq.disconnectPromise;
  expect(await fetchClientCountry(client)).toMatchObject({ ok: false, failure: { kind: "timeout" } });
});

it("open acq calls above the limit fail with 503 and are not sent to acq", async () => {
  const acq = await startBrokenAcq(neverResponse);
  const openCalls = createOpenCalls({ maxCalls: 1 });
  const { acq: client, loggedEntries } = createTestClient(acq.url, { openCalls });
  const firstCall = fetchClientCountry(client);
  await acq.requestPromise;
  expect(await fetchClientCountry(client)).toMatchObject({
    ok: false,
    failure: { kind: "network", status: 503 },
  });
  expect(loggedEntries).toMatchObject([
    [{ operation: "countryDetails", attempts: 0 }, "acq: not called, because too many calls are open"],
  ]);
  openCalls.abortAll();
  await firstCall;
  expect(openCalls.begin({ operation: "countryDetails", network: "192.0.2.1" }, 1000)).toBeDefined();
});

function createSiteOpenCalls() {
  const config = createConfig({ ACQ_EMBEDDED: "true", LOG_LEVEL: "silent" });
  return createServices(config).acqOpenCalls;
}

it("open acq calls of visitors with a token leave capacity for calls of visitors without a token", () => {
  const { pages } = createSiteOpenCalls();
  const beginCall = (operation: string, client: number) =>
    pages.begin({ operation, network: `192.0.2.${client}` }, 1000);
  const acceptedCalls = Array.from({ length: 200 }, (_, client) => beginCall("viewer", client)).filter(
    (call) => call !== undefined,
  );
  expect(acceptedCalls).toHaveLength(40);
  expect(beginCall("checkRegistrationCode", 201)).toBeDefined();
  acceptedCalls[0]?.finish();
  expect(beginCall("viewer", 201)).toBeDefined();
  expect(beginCall("viewer", 201)).toBeUndefined();
});

describe.each([
  { kind: "pages", operation: "checkRegistrationCode", max: 90, maxPerClient: 30, newClientCount: 15 },
  { kind: "pages", operation: "viewer", max: 40, maxPerClient: 14, newClientCount: 6 },
  { kind: "forms", operation: "checkRegistrationCode", max: 140, maxPerClient: 47, newClientCount: 30 },
] as const)(
  "limit on open acq calls ($kind, $operation)",
  ({ kind, operation, max, maxPerClient, newClientCount }) => {
    it("allows a single client a third of all calls", () => {
      const calls = createSiteOpenCalls()[kind];
      const callsOfClient = Array.from({ length: max }, () =>
        calls.begin({ operation, network: "192.0.2.1" }, 1000),
      );
      expect(callsOfClient.filter((call) => call !== undefined)).toHaveLength(maxPerClient);
    });

    it("leaves room for new clients while twenty other clients use their full shares", () => {
      const calls = createSiteOpenCalls()[kind];
      const manyClientAddresses = Array.from({ length: 20 }, (_, index) => `192.0.2.${index}`);
      for (let callIndex = 0; callIndex < max; callIndex += 1)
        for (const client of manyClientAddresses) calls.begin({ operation, network: client }, 1000);
      const otherClientsCalls = Array.from({ length: newClientCount }, (_, index) =>
        calls.begin({ operation, network: `198.51.100.${index}` }, 1000),
      );
      expect(otherClientsCalls).not.toContain(undefined);
    });
  },
);
