import { expect, it } from "vitest";
import { createOpenCalls } from "~/acq/policy/open-calls.server";
import { countryDetails } from "~/acq/operations/country-details.server";
import { servicesOf } from "~/request/services.server";
import { silent, startBrokenAcq } from "../../../tests/support/broken-acq";
import { newClient } from "../../../tests/support/acq-client";
import { configurationOf } from "../../../tests/support/configuration";

it("open calls end with a timeout when the process shuts down", async () => {
  const acq = await startBrokenAcq(silent);
  const openCalls = createOpenCalls();
  const { acq: client } = newClient(acq.url, { openCalls });
  const call = countryDetails(client);
  await acq.asked;
  openCalls.endAll();
  expect(await call).toMatchObject({ ok: false, failure: { kind: "timeout" } });
  await acq.left;
  expect(await countryDetails(client)).toMatchObject({ ok: false, failure: { kind: "timeout" } });
});

it("open calls above the limit fail with 503 and are not sent to acq", async () => {
  const acq = await startBrokenAcq(silent);
  const openCalls = createOpenCalls({ maxCalls: 1 });
  const { acq: client, logged } = newClient(acq.url, { openCalls });
  const first = countryDetails(client);
  await acq.asked;
  expect(await countryDetails(client)).toMatchObject({
    ok: false,
    failure: { kind: "network", status: 503 },
  });
  expect(logged).toEqual([[expect.objectContaining({ code: "BUSY", attempts: 0 }), "acq: network error"]]);
  openCalls.endAll();
  await first;
  expect(openCalls.begin({ operation: "countryDetails", client: "192.0.2.1" }, 1000)).toBeDefined();
});

function openCallsOfPages() {
  const config = configurationOf({ ACQ_EMBEDDED: "true", LOG_LEVEL: "silent" });
  return servicesOf(config).acqOpenCalls.pages;
}

it("open calls of visitors with a token leave slots for visitors without one", () => {
  const pages = openCallsOfPages();
  const begin = (operation: string, client: number) =>
    pages.begin({ operation, client: `192.0.2.${client}` }, 1000);
  const begun = Array.from({ length: 200 }, (_, client) => begin("viewer", client)).filter(
    (call) => call !== undefined,
  );
  expect(begun).toHaveLength(50);
  expect(begin("checkRegistrationCode", 201)).toBeDefined();
  begun[0]?.finish();
  expect(begin("viewer", 201)).toBeDefined();
  expect(begin("viewer", 201)).toBeUndefined();
});

it("open calls reserve a third of the slots for clients with few calls", () => {
  const pages = openCallsOfPages();
  const begin = (client: string) => pages.begin({ operation: "checkRegistrationCode", client }, 1000);
  const begun = Array.from({ length: 150 }, () => begin("192.0.2.1")).filter((call) => call !== undefined);
  expect(begun).toHaveLength(100);
  expect(begin("192.0.2.2")).toBeDefined();
});
