import { expect, it, vi } from "vitest";
import { startTestAcq, type TestAcq } from "./support/test-acq";
import { createRegistrationInput } from "./support/operations";

function addFault(acq: TestAcq, fault: unknown): Promise<Response> {
  return fetch(`${acq.url}/faults`, { method: "POST", body: JSON.stringify(fault) });
}

function postOperation(acq: TestAcq, operationName = "viewer"): Promise<Response> {
  return fetch(`${acq.url}/graphql`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ operationName, query: `query ${operationName} { viewer { id } }` }),
  });
}

it("injected faults with an HTTP status apply to one operation for the given number of calls", async () => {
  const acq = await startTestAcq({ allowFaults: true });
  await addFault(acq, { operationName: "viewer", kind: "status", value: 502, times: 2 });
  expect((await postOperation(acq, "other")).status).toBe(200);
  expect([
    (await postOperation(acq)).status,
    (await postOperation(acq)).status,
    (await postOperation(acq)).status,
  ]).toEqual([502, 502, 200]);
});

it("injected faults for the operation name * apply to any operation, and DELETE removes all faults", async () => {
  const acq = await startTestAcq({ allowFaults: true });
  await addFault(acq, { operationName: "*", kind: "status", value: 503, times: 100 });
  expect((await postOperation(acq, "other")).status).toBe(503);
  await fetch(`${acq.url}/faults`, { method: "DELETE" });
  expect((await postOperation(acq)).status).toBe(200);
});

it("injected faults reset the connection, break the JSON or return a GraphQL error", async () => {
  const acq = await startTestAcq({ allowFaults: true });
  await addFault(acq, { operationName: "*", kind: "reset" });
  await expect(postOperation(acq)).rejects.toThrow("fetch failed");
  await addFault(acq, { operationName: "*", kind: "malformed" });
  await expect((await postOperation(acq)).json()).rejects.toThrow(SyntaxError);
  await addFault(acq, { operationName: "*", kind: "graphql-error", value: "broken" });
  expect(await (await postOperation(acq)).json()).toEqual({ data: null, errors: [{ message: "broken" }] });
});

it("injected delay faults postpone the response", async () => {
  const acq = await startTestAcq({ allowFaults: true });
  await addFault(acq, { operationName: "viewer", kind: "delay", value: 600_000 });
  const onSettled = vi.fn();
  const delayedCall = postOperation(acq).then(onSettled, onSettled);
  expect((await postOperation(acq)).status).toBe(200);
  expect(onSettled).not.toHaveBeenCalled();
  await acq.close();
  await delayedCall;
});

it('injected faults with "before" prevent the operation, and with "after" hide the result of the operation', async () => {
  const acq = await startTestAcq({ allowFaults: true });
  const query =
    "mutation submitRegistration($input: RegistrationInput!) { submitRegistration(input: $input) { status } }";
  const input = createRegistrationInput();
  for (const [when, mails] of [
    ["before", 0],
    ["after", 1],
  ] as const) {
    await addFault(acq, { operationName: "submitRegistration", kind: "graphql-error", when });
    expect(await acq.callAcq(query, { input })).toMatchObject({ data: null });
    expect(await acq.outbox()).toHaveLength(mails);
  }
});

it.each([
  undefined,
  "{",
  {},
  { operationName: "x", kind: "fire" },
  { operationName: "x", kind: "reset", times: 0 },
])("POST /faults rejects %j with 400", async (fault) => {
  const acq = await startTestAcq({ allowFaults: true });
  expect((await addFault(acq, fault)).status).toBe(400);
});
