import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createBreaker } from "~/acq/policy/breaker.server";
import { fetchClientCountry } from "~/acq/operations/country-details.server";
import { fetchViewer } from "~/acq/operations/viewer.server";
import { freePort } from "../../../tests/support/free-port";
import {
  createResponseFault,
  createHtmlFault,
  neverResponse,
  startBrokenAcq,
  type Fault,
} from "../../../tests/support/broken-acq";
import { createTestClient } from "../../../tests/support/acq-client";

const successfulResponse = createResponseFault({ data: { viewer: null, countryDetails: { country: "FR" } } });

/** Creates a circuit breaker with a clock that advances only by `advanceClock`. */
function createTestBreaker() {
  let time = 1000;
  const readClock = vi.spyOn(performance, "now").mockImplementation(() => time);
  onTestFinished(() => {
    readClock.mockRestore();
  });
  return { breaker: createBreaker(3), advanceClock: (ms: number) => void (time += ms) };
}

const openBreakerResponse = { ok: false, failure: { kind: "network", status: 503 } };

describe("circuit breaker after three failures in a row", () => {
  it("rejects calls for 5 s, then admits one trial call and closes after its success", async () => {
    const acq = await startBrokenAcq(
      createHtmlFault(502),
      createHtmlFault(502),
      createHtmlFault(502),
      successfulResponse,
    );
    const { breaker, advanceClock } = createTestBreaker();
    const callAcq = () => fetchViewer(createTestClient(acq.url, { breaker }).acq);

    expect(await callAcq()).toMatchObject({ failure: { status: 502 } });
    // The third failure opens the circuit, so the call is not retried.
    expect(await callAcq()).toMatchObject({ failure: { status: 502 } });
    expect(acq.requests).toHaveLength(3);
    const connections = acq.connections();

    advanceClock(4999);
    expect(await Promise.all([callAcq(), callAcq()])).toMatchObject([
      openBreakerResponse,
      openBreakerResponse,
    ]);
    expect([acq.requests.length, acq.connections()]).toEqual([3, connections]);

    advanceClock(1);
    expect(await Promise.all([callAcq(), callAcq(), callAcq()])).toMatchObject([
      { ok: true },
      openBreakerResponse,
      openBreakerResponse,
    ]);
    expect(acq.requests).toHaveLength(4);
    expect(await Promise.all([callAcq(), callAcq()])).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it("reports the seconds left of acq's Retry-After, and discards the value once acq responds again", async () => {
    const acq = await startBrokenAcq(createHtmlFault(503, { "Retry-After": "60" }));
    const { breaker, advanceClock } = createTestBreaker();
    const callAcq = () => fetchViewer(createTestClient(acq.url, { breaker }).acq);
    for (let call = 0; call < 3; call += 1) await callAcq();
    advanceClock(4000);
    expect(await callAcq()).toMatchObject({ failure: { ...openBreakerResponse.failure, retryAfter: 56 } });
    breaker.recordResponse();
    for (let call = 0; call < 3; call += 1) breaker.recordFailure();
    const refusedCall = await callAcq();
    expect(refusedCall).toMatchObject(openBreakerResponse);
    expect(refusedCall).not.toHaveProperty("failure.retryAfter");
  });

  it("stays open for 5 s more after a failed trial call, which is not retried", async () => {
    const acq = await startBrokenAcq(createHtmlFault(502));
    const { breaker, advanceClock } = createTestBreaker();
    const callAcq = () => fetchViewer(createTestClient(acq.url, { breaker }).acq);
    await callAcq();
    await callAcq();
    advanceClock(5000);
    expect(await callAcq()).toMatchObject({ failure: { status: 502 } });
    expect(await callAcq()).toMatchObject(openBreakerResponse);
    advanceClock(4999);
    expect(await callAcq()).toMatchObject(openBreakerResponse);
    expect(acq.requests).toHaveLength(4);
  });

  it("admits trial calls from one visitor only, and no optional calls such as the country lookup", async () => {
    const acq = await startBrokenAcq(
      createHtmlFault(502),
      createHtmlFault(502),
      createHtmlFault(502),
      successfulResponse,
    );
    const { breaker, advanceClock } = createTestBreaker();
    const createVisitorClient = () => createTestClient(acq.url, { breaker }).acq;
    for (let visitor = 0; visitor < 3; visitor += 1) await fetchViewer(createVisitorClient());
    advanceClock(5000);
    expect(await fetchClientCountry(createVisitorClient())).toMatchObject(openBreakerResponse);
    expect(acq.requests).toHaveLength(3);
    const [firstClient, secondClient] = [createVisitorClient(), createVisitorClient()];
    const calls = [
      fetchClientCountry(firstClient),
      fetchViewer(firstClient),
      fetchViewer(firstClient),
      fetchViewer(secondClient),
    ];
    expect(await Promise.all(calls)).toMatchObject([
      openBreakerResponse,
      { ok: true },
      { ok: true },
      openBreakerResponse,
    ]);
  });

  it("closes after a successful trial call, even if the browser has disconnected", async () => {
    const acq = await startBrokenAcq(
      createHtmlFault(502),
      createHtmlFault(502),
      createHtmlFault(502),
      successfulResponse,
    );
    const { breaker, advanceClock } = createTestBreaker();
    for (let visitor = 0; visitor < 3; visitor += 1)
      await fetchViewer(createTestClient(acq.url, { breaker }).acq);
    advanceClock(5000);
    const browser = new AbortController();
    const trialCall = fetchViewer(createTestClient(acq.url, { breaker, signal: browser.signal }).acq);
    browser.abort();
    await trialCall;
    expect(breaker.isOpen()).toBe(false);
    expect(await fetchViewer(createTestClient(acq.url, { breaker }).acq)).toMatchObject({ ok: true });
  });

  it("leaves the failure count unchanged after a 431 response", async () => {
    const acq = await startBrokenAcq(
      createHtmlFault(502),
      createHtmlFault(502),
      createHtmlFault(431),
      createHtmlFault(502),
    );
    const { breaker } = createTestBreaker();
    const callAcq = () => fetchViewer(createTestClient(acq.url, { breaker }).acq);
    expect(await callAcq()).toMatchObject({ failure: { status: 502 } });
    expect(await callAcq()).toMatchObject({ failure: { status: 431 } });
    expect(breaker.isOpen()).toBe(false);
    expect(await callAcq()).toMatchObject({ failure: { status: 502 } });
    expect(breaker.isOpen()).toBe(true);
  });

  it("rejects further calls of a visitor after a failed trial call of the same visitor", async () => {
    const acq = await startBrokenAcq(createHtmlFault(502));
    const { breaker, advanceClock } = createTestBreaker();
    for (let visitor = 0; visitor < 3; visitor += 1)
      await fetchViewer(createTestClient(acq.url, { breaker }).acq);
    advanceClock(5000);
    const { acq: trial } = createTestClient(acq.url, { breaker });
    expect(await fetchViewer(trial)).toMatchObject({ failure: { status: 502 } });
    expect(await fetchViewer(trial)).toMatchObject(openBreakerResponse);
  });

  it("logs a rejected call with 0 attempts", async () => {
    const { breaker } = createTestBreaker();
    breaker.recordFailure();
    breaker.recordFailure();
    breaker.recordFailure();
    const client = createTestClient("http://127.0.0.1:9/graphql", { breaker });
    expect(await fetchViewer(client.acq)).toMatchObject(openBreakerResponse);
    expect(client.loggedEntries).toMatchObject([
      [
        { operation: "viewer", attempts: 0 },
        "acq: not called, because its calls fail (circuit breaker open)",
      ],
    ]);
  });
});

describe("circuit breaker", () => {
  it.each<[string, Fault, number]>([
    ["a 502 response", createHtmlFault(502), 2],
    ["an HTML response with 200", createHtmlFault(200), 1],
    ["no response", neverResponse, 1],
  ])("counts a failure after %s", async (_, fault, failuresUntilOpen) => {
    const acq = await startBrokenAcq(fault);
    const breaker = createBreaker(failuresUntilOpen);
    await fetchViewer(
      createTestClient(acq.url, { breaker, timeoutMs: failuresUntilOpen === 1 ? 400 : 15_000 }).acq,
    );
    expect(breaker.allowsCall()).toBe(false);
  });

  it("counts a refused connection as a failure", async () => {
    const breaker = createBreaker(2);
    await fetchViewer(createTestClient(`http://127.0.0.1:${await freePort()}/graphql`, { breaker }).acq);
    expect(breaker.allowsCall()).toBe(false);
  });
});

describe("circuit breaker with a recorded failure", () => {
  it.each<[string, Fault]>([
    ["a GraphQL error", createResponseFault({ errors: [{ message: "no" }] })],
    ["a 403 response", createHtmlFault(403)],
    ["a 429 response", createHtmlFault(429)],
    ["data of another shape", createResponseFault({ data: {} })],
    ["a successful response", successfulResponse],
  ])("resets the failure count after %s", async (_, fault) => {
    const acq = await startBrokenAcq(fault);
    const breaker = createBreaker(2);
    breaker.recordFailure();
    await fetchViewer(createTestClient(acq.url, { breaker }).acq);
    breaker.recordFailure();
    expect(breaker.allowsCall()).toBe(true);
  });
});
