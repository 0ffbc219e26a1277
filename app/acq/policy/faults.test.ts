import { once as event } from "node:events";
import { describe, expect, it } from "vitest";
import { submitMembershipInterest } from "~/acq/operations/submit-membership-interest.server";
import { freePort } from "../../../tests/support/free-port";
import * as broken from "../../../tests/support/broken-acq";
import {
  createResponseFault,
  createHtmlFault,
  startBrokenAcq,
  type Fault,
} from "../../../tests/support/broken-acq";
import { createTestClient, type TestClient } from "../../../tests/support/acq-client";

const successBody = { data: { submitMembershipInterest: { status: "RECEIVED" } } };

const callOnce = (client: TestClient) =>
  submitMembershipInterest(client.acq, { email: "canary@example.com", locale: "de" }, "key-1");

const errors = [{ message: "a word of acq's", extensions: { code: "FORBIDDEN" } }];
const graphql = { "Content-Type": "application/graphql-response+json" };
const networkFailure = (status: number | null) => ({ kind: "network", status });

describe("acq call with a retry", () => {
  it.each<[string, Fault, { kind: string; status: number | null }]>([
    ["a connection reset", broken.resetConnection, networkFailure(null)],
    ["a truncated response", broken.closeEarly, networkFailure(null)],
    ["a protocol switch", broken.switchProtocols, networkFailure(null)],
    ...[408, 409, 425, 429, 500, 502, 503, 504].map(
      (status) =>
        [`an HTML response with ${status}`, createHtmlFault(status), networkFailure(status)] satisfies [
          string,
          Fault,
          object,
        ],
    ),
    ["a 503 response in plain JSON", createResponseFault({ errors }, 503), networkFailure(503)],
    [
      "a 503 response in GraphQL's media type, without an error",
      createResponseFault({}, 503, graphql),
      networkFailure(503),
    ],
  ])("fails if both attempts end with %s", async (_, fault, failure) => {
    const acq = await startBrokenAcq(fault);
    const client = createTestClient(acq.url);
    expect(await callOnce(client)).toMatchObject({ ok: false, failure });
    expect(acq.requests).toHaveLength(2);
  });

  it.each<[string, Fault]>([
    ["a connection reset", broken.resetConnection],
    ["a truncated response from acq", broken.closeEarly],
    ["a 502 response", createHtmlFault(502)],
  ])("succeeds if only the first attempt ends with %s", async (_, fault) => {
    const acq = await startBrokenAcq(fault, createResponseFault(successBody));
    const client = createTestClient(acq.url);
    expect(await callOnce(client)).toEqual({ ok: true, data: null });
    expect(client.loggedEntries).toEqual([]);
    const [firstRequest, secondRequest, ...furtherRequests] = acq.requests;
    expect(furtherRequests).toEqual([]);
    expect([firstRequest?.["idempotency-key"], secondRequest?.["idempotency-key"]]).toEqual([
      "key-1",
      "key-1",
    ]);
    expect(firstRequest?.["x-correlation-id"]).toMatch(/^acq-frontend-[\da-f-]{36}$/);
    expect(secondRequest?.["x-correlation-id"]).toMatch(/^acq-frontend-[\da-f-]{36}$/);
    expect(secondRequest?.["x-correlation-id"]).not.toBe(firstRequest?.["x-correlation-id"]);
    expect(secondRequest).toMatchObject({
      "x-session-id": "session-1",
      "x-source-page": "/de/registration/formstarted",
      "x-forwarded-for": "192.0.2.7",
      "accept-language": "de-AT",
      authorization: "Bearer abc",
    });
  });
});

describe("acq call that is not repeated", () => {
  it.each<[string, Fault, object]>([
    ["an HTML response with 200", createHtmlFault(200), networkFailure(200)],
    ["truncated JSON", createResponseFault('{"data":{"submitMemb'), networkFailure(200)],
    ["JSON without a GraphQL result", createResponseFault("[]"), networkFailure(200)],
    ["an empty response", createResponseFault(""), networkFailure(200)],
    [
      "a response without a Content-Type",
      createResponseFault(JSON.stringify(successBody), 200, { "Content-Type": "" }),
      networkFailure(200),
    ],
    [
      "HTML with a media type parameter that mentions JSON",
      createResponseFault(successBody, 200, { "Content-Type": "text/html; a=application/json" }),
      networkFailure(200),
    ],
    [
      "data of another shape",
      createResponseFault({ data: { submitMembershipInterest: null } }),
      networkFailure(200),
    ],
    ["no data", createResponseFault({}), networkFailure(200)],
    ["a redirect", createResponseFault(successBody, 307, { Location: "/graphql" }), networkFailure(307)],
    ["400 HTML", createHtmlFault(400), networkFailure(400)],
    ["403 in plain JSON", createResponseFault({ message: "no" }, 403), networkFailure(403)],
    ["501 HTML", createHtmlFault(501), networkFailure(501)],
    [
      "a GraphQL error",
      createResponseFault({ data: null, errors }),
      { kind: "graphql", errorCodes: ["FORBIDDEN"] },
    ],
    [
      "partial data",
      createResponseFault({ ...successBody, errors }),
      { kind: "graphql", errorCodes: ["FORBIDDEN"] },
    ],
    [
      "an error without a code",
      createResponseFault({ errors: [{ message: "x" }] }),
      { kind: "graphql", errorCodes: ["UNKNOWN"] },
    ],
    [
      "a 400 with a GraphQL error",
      createResponseFault({ errors }, 400),
      { kind: "graphql", errorCodes: ["FORBIDDEN"] },
    ],
    [
      "a 500 with a GraphQL error",
      createResponseFault({ errors }, 500, graphql),
      { kind: "graphql", errorCodes: ["FORBIDDEN"] },
    ],
  ])("fails without a second attempt after %s", async (_, fault, failure) => {
    const acq = await startBrokenAcq(fault);
    const client = createTestClient(acq.url);
    const response = await callOnce(client);
    expect(response).toMatchObject({ ok: false, failure });
    expect(JSON.stringify(response)).not.toContain("a word of acq's");
    expect(acq.requests).toHaveLength(1);
  });

  it("stops reading a response after 1 MiB", async () => {
    const acq = await startBrokenAcq(broken.sendTooMuch);
    expect(await callOnce(createTestClient(acq.url))).toMatchObject({
      ok: false,
      failure: networkFailure(200),
    });
    expect(await acq.disconnectPromise).toBeLessThan((broken.megabytes / 2) * 1024 * 1024);
    expect(acq.requests).toHaveLength(1);
  });

  it.each<[string, Fault]>([
    ["sends nothing", broken.neverResponse],
    ["sends one byte a second", broken.sendSlowly],
  ])("fails at the deadline if acq %s", async (_, fault) => {
    const acq = await startBrokenAcq(fault);
    const client = createTestClient(acq.url, { timeoutMs: 400 });
    expect(await callOnce(client)).toMatchObject({ ok: false, failure: { kind: "timeout", status: 408 } });
    await acq.disconnectPromise;
    expect(acq.requests).toHaveLength(1);
    expect(client.loggedEntries).toMatchObject([
      [{ kind: "timeout", attempts: 1, code: undefined }, "acq: Timeout exceeded"],
    ]);
  });
});

it("acq call fails when no server listens at the address of acq", async () => {
  const client = createTestClient(`http://127.0.0.1:${await freePort()}/graphql`);
  expect(await callOnce(client)).toMatchObject({ ok: false, failure: networkFailure(null) });
  expect(client.loggedEntries).toMatchObject([[{ attempts: 2 }, "acq: network error"]]);
});

it("acq call accepts a response of exactly 1 MiB", async () => {
  const successText = JSON.stringify(successBody);
  const acq = await startBrokenAcq(
    createResponseFault(successText.padEnd(1024 * 1024)),
    createResponseFault(successText.padEnd(1024 * 1024 + 1)),
  );
  expect(await callOnce(createTestClient(acq.url))).toMatchObject({ ok: true });
  expect(await callOnce(createTestClient(acq.url))).toMatchObject({ ok: false });
});

it("acq call has a single deadline for both attempts", async () => {
  const acq = await startBrokenAcq(createHtmlFault(502), createResponseFault(successBody));
  const waitForDeadline = (_: number, signal: AbortSignal) => event(signal, "abort");
  const client = createTestClient(acq.url, { timeoutMs: 1000, wait: waitForDeadline });
  expect(await callOnce(client)).toMatchObject({ ok: false, failure: { kind: "timeout" } });
  expect(acq.requests).toHaveLength(1);
});

it("acq call logs a failure once, with the failure's details but no visitor data", async () => {
  const acq = await startBrokenAcq(createHtmlFault(502));
  const client = createTestClient(acq.url);
  const response = await callOnce(client);
  const correlationId = acq.requests[1]?.["x-correlation-id"];
  expect(response).toMatchObject({ failure: { correlationId } });
  const operation = "submitMembershipInterest";
  const loggedFields = { kind: "network", status: 502, correlationId, operation, attempts: 2 };
  expect(client.loggedEntries).toMatchObject([[loggedFields, "acq: network error"]]);
  expect(Object.keys(client.loggedEntries[0]?.[0] ?? {})).toEqual([
    ...Object.keys(loggedFields),
    "durationMs",
    "code",
    "err",
  ]);
  expect(JSON.stringify(client.loggedEntries)).not.toContain("canary");
});

it.each([
  ["FORBIDDEN", "FORBIDDEN"],
  ["ZOE_BERG", "UNKNOWN"],
])("acq call logs a GraphQL error code only if the code is known: %s", async (code, loggedCode) => {
  const acq = await startBrokenAcq(
    createResponseFault({ data: null, errors: [{ message: "x", extensions: { code } }] }),
  );
  const client = createTestClient(acq.url);
  await callOnce(client);
  expect(client.loggedEntries).toMatchObject([[{ kind: "graphql", code: loggedCode }, "acq: graphql error"]]);
});

it.each([
  ["ECONNREFUSED", async () => `http://127.0.0.1:${await freePort()}/graphql`],
  ["ENOTFOUND", () => Promise.resolve("http://acq.invalid/graphql")],
  [
    "ERR_SSL_WRONG_VERSION_NUMBER",
    async () => (await startBrokenAcq(createHtmlFault(200))).url.replace("http:", "https:"),
  ],
])("acq call logs the cause of a failed connection: %s", async (code, url) => {
  const client = createTestClient(await url());
  await callOnce(client);
  expect(client.loggedEntries[0]?.[0]).toHaveProperty(
    "code",
    expect.stringMatching(
      code === "ENOTFOUND" ? /^(ENOTFOUND|EAI_AGAIN)$/ : code === "ECONNREFUSED" ? code : /SSL|PROTO/,
    ),
  );
});

it("acq call logs no text from acq", async () => {
  const acq = await startBrokenAcq(
    createResponseFault({
      data: null,
      errors: [{ message: "a word of acq's", extensions: { code: "A_WORD" } }],
    }),
  );
  const client = createTestClient(acq.url);
  await callOnce(client);
  expect(client.loggedEntries).toMatchObject([[{ kind: "graphql", attempts: 1 }, "acq: graphql error"]]);
  expect(JSON.stringify(client.loggedEntries)).not.toMatch(/A_WORD|a word of acq's/);
});
