import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createCookies } from "~/cookies/cookies.server";
import { createOverloadGuard, type OverloadGuard, watchEventLoop } from "~/server/overload/overload.server";
import { createOverloadStep } from "~/server/steps/overload-guard.server";
import { localeCodes } from "~/i18n/locales";
import { getMessages } from "~/i18n/translator.server";
import { openRawSocket, createRawRequest, sendRawBytes } from "./raw-http";
import { createAddressParser } from "~/request/request-address";
import { createAcqInstrumentation } from "~/telemetry/metrics";
import { createRequestRecord, type RequestRecord } from "~/telemetry/request-record.server";
import { startExchangeServer } from "../../support/exchange-server";
import { createConfig } from "../../support/configuration";

const endCallbacks: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const endRequest of endCallbacks.splice(0)) await endRequest();
});

interface GuardedServer {
  /**
   * The load that the overload guard reads, in milliseconds: the event loop's delay, and the time since the event loop
   * was last idle.
   */
  state: { delayMs: number; busyMs: number };
  overload: OverloadGuard;
  logLines: string[];
  port: number;
  /** Returns the number of admitted requests for slow pages. */
  countAdmitted: () => number;
  requestPage: (path: string, requestInit?: RequestInit) => Promise<Response>;
  /** Marks each waiting request as waiting for a call to acq. Returns a function that ends these calls. */
  callAcq: () => () => void;
  /**
   * Sends a request for each of `count` visitors and keeps the requests waiting. Resolves to a function that answers
   * them.
   */
  holdRequests: (count: number) => Promise<() => void>;
}

/**
 * Starts a server with slow pages, which respond when the test releases them. The test also sets the load of the event
 * loop.
 */
async function startGuardedServer(): Promise<GuardedServer> {
  const config = createConfig({ NODE_ENV: "production", ACQ_EMBEDDED: "true" });
  const loopState = { delayMs: 0, busyMs: 0 };
  const logLines: string[] = [];
  const log = { warn: (_fields: object, text: string) => void logLines.push(text) };
  const overload = await createOverloadGuard({
    config,
    cookies: createCookies(config),
    log,
    eventLoopLoad: { getDelayMs: () => loopState.delayMs, getBusyDurationMs: () => loopState.busyMs },
  });
  const heldResponses: ServerResponse[] = [];
  const records: RequestRecord[] = [];
  const { port, close } = await startExchangeServer([
    createOverloadStep(overload),
    ({ req, res, record }) => {
      records.push(record);
      if (req.url === "/slow") heldResponses.push(res);
      else res.end("a page");
    },
  ]);
  endCallbacks.push(close);
  const requestPage = (path: string, requestInit: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, requestInit);
  return {
    state: loopState,
    overload,
    logLines,
    requestPage,
    port,
    countAdmitted: () => heldResponses.length,
    callAcq() {
      const metrics = { countAcqCall: () => undefined };
      const endCallbacks = records.map((record) =>
        createAcqInstrumentation(record, { log: { debug: () => undefined }, metrics }).beginCall(),
      );
      return () => {
        for (const endRequest of endCallbacks) endRequest();
      };
    },
    async holdRequests(count) {
      for (let index = 0; index < count; index += 1) void requestPage("/slow").catch(() => undefined);
      await expect.poll(() => heldResponses.length, { timeout: 10_000 }).toBe(count);
      return () => {
        for (const res of heldResponses.splice(0)) res.end("at last");
      };
    },
  };
}

describe("overload guard (docs/product/overview.md#dependable)", () => {
  it.each(localeCodes)("answers a page request in %s with 503 and Retry-After", async (locale) => {
    const { state, requestPage, holdRequests, overload } = await startGuardedServer();
    const releaseRequests = await holdRequests(100);
    state.delayMs = 501;
    const response = await requestPage(`/${locale}/registration/formstarted?rc=WELCOME`);
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("5");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Content-Security-Policy")).toMatch(/style-src 'self' 'sha256-/);
    const page = await response.text();
    expect(page).toContain(`<html lang="${locale}-`);
    expect(page).toContain(getMessages(locale).errors?.["unavailable.busy"]);
    expect(page.length).toBeLessThan(3000);
    expect(overload.counts.refusedRequests).toBe(1);
    releaseRequests();
  });

  it("uses the visitor’s language if the path has no language prefix", async () => {
    const { state, requestPage, holdRequests } = await startGuardedServer();
    const releaseRequests = await holdRequests(100);
    state.delayMs = 501;
    const fetchRootPage = (headers: Record<string, string>) =>
      requestPage("/", { headers }).then((response) => response.text());
    expect(await fetchRootPage({ "Accept-Language": "pl" })).toContain('lang="pl-PL"');
    expect(await fetchRootPage({ "Accept-Language": "pl", Cookie: "lang=sv" })).toContain('lang="sv-SE"');
    releaseRequests();
  });

  it("never rejects files or event streams, and rejects forms only above an event loop delay of 2,000 ms", async () => {
    const { state, requestPage, holdRequests } = await startGuardedServer();
    const releaseRequests = await holdRequests(100);
    const fetchStatusOf = async (path: string, method = "GET") =>
      (await requestPage(path, { method })).status;
    state.delayMs = 1999;
    expect(await fetchStatusOf("/de")).toBe(503);
    for (const path of ["/assets/page-abc.js", "/de/registration/events"])
      expect(await fetchStatusOf(path)).toBe(200);
    expect(await fetchStatusOf("/de", "POST")).toBe(200);
    state.delayMs = 2001;
    expect(await fetchStatusOf("/de", "POST")).toBe(503);
    releaseRequests();
  });

  it("does not reject pages while only file requests wait", async () => {
    const { state, requestPage, overload } = await startGuardedServer();
    const fileRequests = Array.from({ length: 150 }, () =>
      requestPage("/assets/slow-abc.js").catch(() => undefined),
    );
    await expect.poll(() => overload.countWaitingRequests()).toBe(0);
    state.delayMs = 501;
    expect((await requestPage("/de")).status).toBe(200);
    await Promise.all(fileRequests);
  });

  it("rejects no request while fewer than 100 requests wait, even after a long pause of the process", async () => {
    const { state, requestPage, holdRequests, logLines } = await startGuardedServer();
    const releaseRequests = await holdRequests(99);
    state.delayMs = 60_000;
    expect((await requestPage("/de")).status).toBe(200);
    releaseRequests();
    expect(logLines).toEqual([]);
  });

  it.each([
    ["GET", 50, 500],
    ["POST", 200, 2000],
  ])(
    "rejects a %s request if at least %i requests wait and the event loop is busy for more than %i ms",
    async (method, maxAdmitted, busyMs) => {
      const { state, requestPage, holdRequests } = await startGuardedServer();
      const fetchStatus = async () => (await requestPage("/de", { method })).status;
      const releaseFew = await holdRequests(maxAdmitted - 1);
      state.busyMs = busyMs + 1;
      expect(await fetchStatus()).toBe(200);
      releaseFew();
      state.busyMs = 0;
      const releaseHeldRequests = await holdRequests(maxAdmitted);
      state.busyMs = busyMs + 1;
      expect(await fetchStatus()).toBe(503);
      state.busyMs = busyMs;
      expect(await fetchStatus()).toBe(200);
      releaseHeldRequests();
    },
  );

  it.each([
    ["delayMs", 100],
    ["busyMs", 50],
  ] as const)(
    "rejects a client's first request only at twice the usual number of waiting requests (%s limit: %i)",
    async (requestKind, minAdmitted) => {
      const { state, requestPage, holdRequests } = await startGuardedServer();
      const fetchStatusWith = async (headers: Record<string, string>) =>
        (await requestPage("/de", { headers })).status;
      const otherClient = { "X-Forwarded-For": "192.0.2.1" };
      const releaseFew = await holdRequests(minAdmitted * 2 - 1);
      state[requestKind] = 501;
      expect([await fetchStatusWith({}), await fetchStatusWith(otherClient)]).toEqual([503, 200]);
      releaseFew();
      state[requestKind] = 0;
      const releaseMany = await holdRequests(minAdmitted * 2);
      state[requestKind] = 501;
      expect(await fetchStatusWith(otherClient)).toBe(503);
      releaseMany();
    },
  );

  it("does not count requests as load while they wait for acq", async () => {
    const { state, requestPage, holdRequests, callAcq } = await startGuardedServer();
    const releaseRequests = await holdRequests(100);
    const endCalls = callAcq();
    state.delayMs = 501;
    expect((await requestPage("/de")).status).toBe(200);
    endCalls();
    expect((await requestPage("/de")).status).toBe(503);
    releaseRequests();
  });

  it("does not count a POST request before its body has arrived", async () => {
    const { state, requestPage, countAdmitted, port } = await startGuardedServer();
    const idleClientRequests = Array.from({ length: 120 }, () =>
      openRawSocket(port, createRawRequest("POST /slow HTTP/1.1", { "Content-Length": "9" })),
    );
    await expect.poll(countAdmitted, { timeout: 10_000 }).toBe(120);
    state.delayMs = 501;
    expect((await requestPage("/de")).status).toBe(200);
    for (const socket of idleClientRequests) socket.destroy();
  });

  it("stops counting a request that gets its response before its body arrives", async () => {
    const { requestPage, overload, port } = await startGuardedServer();
    const request = "GET /de HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx";
    for (let count = 0; count < 20; count += 1) await sendRawBytes(port, request);
    await requestPage("/de");
    await expect.poll(() => overload.countWaitingRequests(), { timeout: 10_000 }).toBe(0);
  });

  it("counts a GET request even before its body has arrived", async () => {
    const { port, overload, countAdmitted } = await startGuardedServer();
    const socket = openRawSocket(port, createRawRequest("GET /slow HTTP/1.1", { "Content-Length": "9" }));
    await expect.poll(countAdmitted, { timeout: 10_000 }).toBe(1);
    expect(overload.countWaitingRequests()).toBe(1);
    socket.destroy();
  });

  it("rejects a .data request for the event stream's path, since Remix would render the response", async () => {
    const { state, port, holdRequests } = await startGuardedServer();
    const releaseRequests = await holdRequests(100);
    state.delayMs = 1999;
    const response = await sendRawBytes(port, createRawRequest("GET /de/registration/events.data HTTP/1.1"));
    expect(response?.status).toBe(503);
    releaseRequests();
  });

  it("counts 200 finished requests as load in the next event loop turn, but no longer in the turn after", async () => {
    const { state, overload } = await startGuardedServer();
    const waitForNextTurn = () => new Promise((resolve) => setImmediate(resolve));
    function isAdmitted(): boolean {
      const req = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url: "/de" });
      const res = new ServerResponse(req);
      const address = createAddressParser("")("/de");
      const client = { clientAddress: "192.0.2.1", network: "192.0.2.1" };
      const exchange = { req, res, record: createRequestRecord(), address, ...client };
      const isRequestAdmitted = overload.admits(exchange);
      res.emit("close");
      return isRequestAdmitted;
    }
    state.delayMs = 501;
    for (let request = 0; request < 200; request += 1) expect(isAdmitted()).toBe(true);
    await waitForNextTurn();
    expect(isAdmitted()).toBe(false);
    await waitForNextTurn();
    expect(isAdmitted()).toBe(true);
  });

  it("stops rejecting when the event loop is on time again, and logs one line for five rejections", async () => {
    const { state, requestPage, holdRequests, logLines, overload } = await startGuardedServer();
    const releaseRequests = await holdRequests(100);
    state.delayMs = 501;
    for (let time = 0; time < 5; time += 1) expect((await requestPage("/de")).status).toBe(503);
    state.delayMs = 20;
    expect((await requestPage("/de")).status).toBe(200);
    expect(logLines).toEqual(["overload: new requests get 503"]);
    expect(overload.counts.refusedRequests).toBe(5);
    releaseRequests();
  });
});

describe("watchEventLoop", () => {
  it("reports the delay of an event loop turn that has not ended yet", () => {
    let now = 1000;
    const { getDelayMs } = watchEventLoop(() => now);
    expect(getDelayMs()).toBe(0);
    now += 40;
    expect(getDelayMs()).toBe(0);
    now += 510;
    expect(getDelayMs()).toBe(500);
  });

  it("reports how long the event loop has been busy without a pause", () => {
    vi.useFakeTimers();
    const idleUtilization = { idle: 100, active: 0, utilization: 0 };
    let utilization = 1;
    const { getBusyDurationMs } = watchEventLoop(
      () => performance.now(),
      () => ({ ...idleUtilization, utilization }),
    );
    vi.advanceTimersByTime(600);
    expect(getBusyDurationMs()).toBe(600);
    utilization = 0.5;
    vi.advanceTimersByTime(50);
    expect(getBusyDurationMs()).toBe(0);
    vi.useRealTimers();
  });
});
