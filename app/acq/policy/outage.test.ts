import { expect, it, onTestFinished, vi } from "vitest";
import { createBreaker } from "~/acq/policy/breaker.server";
import * as formStarted from "~/routes/registration/formstarted/route";
import { startAcq } from "../../../acq/server";
import { freePort } from "../../../tests/support/free-port";
import { formPath } from "../../../tests/support/registration";
import { startClub } from "../../../tests/support/route-context";
import { newVisitor } from "../../../tests/support/visitor";

it("form opens for the first visitor after an acq outage, although the form page makes two parallel acq calls", async () => {
  const port = await freePort();
  const club = await startClub({ ACQ_GRAPHQL_URL: `http://127.0.0.1:${port}/graphql` });
  onTestFinished(() => club.stop());
  const readClock = vi.spyOn(performance, "now").mockReturnValue(0);
  onTestFinished(() => {
    readClock.mockRestore();
  });
  const acqBreaker = createBreaker();
  const unavailableResponses = {
    ...club,
    services: { ...club.services, acqBreakers: { pageBreaker: acqBreaker, formBreaker: acqBreaker } },
  };
  const openFormPage = async () =>
    (await newVisitor(unavailableResponses).get(formStarted, `${formPath}?rc=WELCOME`)).status;

  for (let visitor = 0; visitor < 3; visitor += 1) expect(await openFormPage()).toBe(503);
  expect(acqBreaker.isOpen()).toBe(true);
  const acq = await startAcq({ port, databasePath: ":memory:", log: () => undefined });
  onTestFinished(() => acq.close());
  expect(await openFormPage()).toBe(503);
  readClock.mockReturnValue(5000);
  expect(await openFormPage()).toBe(200);
  expect(acqBreaker.isOpen()).toBe(false);
});

it("form stays open while acq fails to return the country, which the page does not need", async () => {
  const club = await startClub();
  onTestFinished(() => club.stop());
  await club.failNextCall("countryDetails", { kind: "status", value: 502, times: 100 });
  const acqBreaker = createBreaker(1);
  const testedClub = {
    ...club,
    services: { ...club.services, acqBreakers: { pageBreaker: acqBreaker, formBreaker: acqBreaker } },
  };
  for (let visitor = 0; visitor < 5; visitor += 1)
    expect((await newVisitor(testedClub).get(formStarted, `${formPath}?rc=WELCOME`)).status).toBe(200);
  expect(acqBreaker.isOpen()).toBe(false);
});
