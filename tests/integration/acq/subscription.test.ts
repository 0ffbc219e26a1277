import { type Client, createClient } from "graphql-ws";
import { expect, onTestFinished, it } from "vitest";
import { WebSocket } from "ws";
import {
  activateAccount,
  findNewestActivationId,
  register,
  resendActivationEmail,
} from "./support/operations";
import { hourMs, startTestAcq, type TestAcq } from "./support/test-acq";

function connectClient(acq: TestAcq): Client {
  const client = createClient({
    url: `ws://127.0.0.1:${acq.port}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  onTestFinished(() => client.dispose());
  return client;
}

function subscribe(acq: TestAcq, id: string | null): AsyncIterableIterator<unknown> {
  return connectClient(acq).iterate({
    operationName: "registrationChanged",
    query: `subscription registrationChanged($id: ID!) {
      registrationChanged(registrationId: $id) { registrationId status } }`,
    variables: { id },
  });
}

function createExpectedChange(registrationId: string | null, status: string): object {
  return { done: false, value: { data: { registrationChanged: { registrationId, status } } } };
}

it("registrationChanged sends the current state first, then each change once", async () => {
  const acq = await startTestAcq();
  const { registrationId } = await register(acq);
  const changes = subscribe(acq, registrationId);
  expect(await changes.next()).toEqual(createExpectedChange(registrationId, "CREATED"));
  await resendActivationEmail(acq, registrationId);
  await register(acq);
  const [, followedMail] = await acq.outbox();
  await activateAccount(
    acq,
    new URL(followedMail?.links[0] ?? "").searchParams.get("accountActivationId") ?? "",
  );
  expect(await changes.next()).toEqual(createExpectedChange(registrationId, "ACTIVE"));
});

it("registrationChanged notifies each caller that registered the account, with the caller's own registration id", async () => {
  const acq = await startTestAcq();
  const email = "shared@example.com";
  const registrationIds = [
    (await register(acq, { email })).registrationId,
    (await register(acq, { email })).registrationId,
  ];
  const statusSubscriptions = registrationIds.map((id) => subscribe(acq, id));
  const firstChanges = await Promise.all(statusSubscriptions.map((changes) => changes.next()));
  expect(firstChanges).toEqual([
    createExpectedChange(registrationIds[0] ?? null, "CREATED"),
    createExpectedChange(registrationIds[1] ?? null, "PENDING"),
  ]);
  await activateAccount(acq, await findNewestActivationId(acq));
  const secondChanges = await Promise.all(statusSubscriptions.map((changes) => changes.next()));
  expect(secondChanges).toEqual(registrationIds.map((id) => createExpectedChange(id, "ACTIVE")));
});

it("registrationChanged completes when the registration is replaced", async () => {
  const acq = await startTestAcq();
  const { registrationId } = await register(acq);
  const changes = subscribe(acq, registrationId);
  await changes.next();
  await register(acq, { replacesRegistrationId: registrationId });
  expect(await changes.next()).toMatchObject({ done: true });
});

it("registrationChanged returns a GraphQL error for an unknown or expired id", async () => {
  const acq = await startTestAcq();
  const { registrationId } = await register(acq);
  acq.clock.advance(72 * hourMs);
  for (const id of ["unknown", registrationId]) {
    expect(await subscribe(acq, id).next()).toMatchObject({
      value: { errors: [{ extensions: { code: "NOT_FOUND" } }] },
    });
  }
});

it("WebSocket connections reject queries and mutations", async () => {
  const acq = await startTestAcq();
  const response = connectClient(acq).iterate({ query: "mutation { logout { ok } }" }).next();
  await expect(response).rejects.toMatchObject([{ message: "Only subscriptions: use HTTP POST." }]);
});

it.each([
  ["/elsewhere", "graphql-transport-ws", {}],
  ["/graphql", "graphql-ws", {}],
  ["/graphql", "graphql-transport-ws", { host: "rebound.example" }],
])(
  "path %s rejects a WebSocket with the subprotocol %s and the headers %j",
  async (path, protocol, headers) => {
    const acq = await startTestAcq();
    const socket = new WebSocket(`ws://127.0.0.1:${acq.port}${path}`, protocol, { headers });
    const event = await new Promise<string>((resolve) => {
      socket
        .on("error", () => {
          resolve("refused");
        })
        .on("open", () => {
          resolve("open");
        });
    });
    expect(event).toBe("refused");
  },
);

it("injected faults close the WebSocket with the given close code", async () => {
  const acq = await startTestAcq({ allowFaults: true });
  const fault = { operationName: "registrationChanged", kind: "status", value: 4403 };
  await fetch(`${acq.url}/faults`, { method: "POST", body: JSON.stringify(fault) });
  await expect(subscribe(acq, "x").next()).rejects.toMatchObject({ code: 4403 });
});
