import { describe, expect, it } from "vitest";
import { createBreaker } from "~/acq/policy/breaker.server";
import { countryDetails } from "~/acq/operations/country-details.server";
import { viewer } from "~/acq/operations/viewer.server";
import { freePort } from "../../../tests/support/free-port";
import { answers, html, silent, startBrokenAcq, type Fault } from "../../../tests/support/broken-acq";
import { newClient } from "../../../tests/support/acq-client";

const well = answers({ data: { viewer: null, countryDetails: { country: "FR" } } });

/** A breaker of its own with a clock that stands still. */
function newBreaker() {
  let time = 1000;
  const breaker = createBreaker({ failuresToOpen: 3, restMs: 5000, now: () => time });
  return { breaker, pass: (ms: number) => void (time += ms) };
}

const closedDoor = { ok: false, failure: { kind: "network", status: 503 } };

describe("after three failures in a row", () => {
  it("nobody asks acq, until after 5 s one does; its success lets all in again", async () => {
    const acq = await startBrokenAcq(html(502), html(502), html(502), well);
    const { breaker, pass } = newBreaker();
    const ask = () => viewer(newClient(acq.url, { breaker }).acq);

    expect(await ask()).toMatchObject({ failure: { status: 502 } });
    // The third failure opens it: no repetition.
    expect(await ask()).toMatchObject({ failure: { status: 502 } });
    expect(acq.requests).toHaveLength(3);
    const connections = acq.connections();

    pass(4999);
    expect(await Promise.all([ask(), ask()])).toMatchObject([closedDoor, closedDoor]);
    expect([acq.requests.length, acq.connections()]).toEqual([3, connections]);

    pass(1);
    expect(await Promise.all([ask(), ask(), ask()])).toMatchObject([{ ok: true }, closedDoor, closedDoor]);
    expect(acq.requests).toHaveLength(4);
    expect(await Promise.all([ask(), ask()])).toMatchObject([{ ok: true }, { ok: true }]);
  });

  it("visitors are told to wait as long as acq has asked for, as far as it is not over", async () => {
    const acq = await startBrokenAcq(html(503, { "Retry-After": "60" }));
    const { breaker, pass } = newBreaker();
    const ask = () => viewer(newClient(acq.url, { breaker }).acq);
    for (let call = 0; call < 3; call += 1) await ask();
    pass(4000);
    expect(await ask()).toMatchObject({ failure: { ...closedDoor.failure, retryAfter: 56 } });
    breaker.answered();
    for (let call = 0; call < 3; call += 1) breaker.failed();
    const refused = await ask();
    expect(refused).toMatchObject(closedDoor);
    expect(refused).not.toHaveProperty("failure.retryAfter");
  });

  it("a trial that fails is not repeated, and keeps it shut for 5 s more", async () => {
    const acq = await startBrokenAcq(html(502));
    const { breaker, pass } = newBreaker();
    const ask = () => viewer(newClient(acq.url, { breaker }).acq);
    await ask();
    await ask();
    pass(5000);
    expect(await ask()).toMatchObject({ failure: { status: 502 } });
    expect(await ask()).toMatchObject(closedDoor);
    pass(4999);
    expect(await ask()).toMatchObject(closedDoor);
    expect(acq.requests).toHaveLength(4);
  });

  it("one visitor may ask for all that the page needs, and what it can do without takes nobody's place", async () => {
    const acq = await startBrokenAcq(html(502), html(502), html(502), well);
    const { breaker, pass } = newBreaker();
    const newcomer = () => newClient(acq.url, { breaker }).acq;
    for (let visitor = 0; visitor < 3; visitor += 1) await viewer(newcomer());
    pass(5000);
    expect(await countryDetails(newcomer())).toMatchObject(closedDoor);
    expect(acq.requests).toHaveLength(3);
    const [first, second] = [newcomer(), newcomer()];
    const asked = [countryDetails(first), viewer(first), viewer(first), viewer(second)];
    expect(await Promise.all(asked)).toMatchObject([closedDoor, { ok: true }, { ok: true }, closedDoor]);
  });

  it("a trial goes on without its visitor, and lets all in again", async () => {
    const acq = await startBrokenAcq(html(502), html(502), html(502), well);
    const { breaker, pass } = newBreaker();
    for (let visitor = 0; visitor < 3; visitor += 1) await viewer(newClient(acq.url, { breaker }).acq);
    pass(5000);
    const browser = new AbortController();
    const trial = viewer(newClient(acq.url, { breaker, signal: browser.signal }).acq);
    browser.abort();
    await trial;
    expect(breaker.isOpen()).toBe(false);
    expect(await viewer(newClient(acq.url, { breaker }).acq)).toMatchObject({ ok: true });
  });

  it("what is said of a request that is too large says nothing of acq", async () => {
    const acq = await startBrokenAcq(html(502), html(502), html(431), html(502));
    const { breaker } = newBreaker();
    const ask = () => viewer(newClient(acq.url, { breaker }).acq);
    expect(await ask()).toMatchObject({ failure: { status: 502 } });
    expect(await ask()).toMatchObject({ failure: { status: 431 } });
    expect(breaker.isOpen()).toBe(false);
    expect(await ask()).toMatchObject({ failure: { status: 502 } });
    expect(breaker.isOpen()).toBe(true);
  });

  it("a trial ends with its first failure", async () => {
    const acq = await startBrokenAcq(html(502));
    const { breaker, pass } = newBreaker();
    for (let visitor = 0; visitor < 3; visitor += 1) await viewer(newClient(acq.url, { breaker }).acq);
    pass(5000);
    const { acq: trial } = newClient(acq.url, { breaker });
    expect(await viewer(trial)).toMatchObject({ failure: { status: 502 } });
    expect(await viewer(trial)).toMatchObject(closedDoor);
  });

  it("says so in the log, with no attempt", async () => {
    const { breaker } = newBreaker();
    breaker.failed();
    breaker.failed();
    breaker.failed();
    const client = newClient("http://127.0.0.1:9/graphql", { breaker });
    expect(await viewer(client.acq)).toMatchObject(closedDoor);
    expect(client.logged).toMatchObject([
      [{ status: 503, operation: "viewer", attempts: 0 }, "acq: network error"],
    ]);
  });
});

describe("counts as a failure of acq's:", () => {
  it.each<[string, Fault, number]>([
    ["502", html(502), 2],
    ["200 HTML", html(200), 1],
    ["silence", silent, 1],
  ])("%s", async (_, fault, failures) => {
    const acq = await startBrokenAcq(fault);
    const breaker = createBreaker({ failuresToOpen: failures });
    await viewer(newClient(acq.url, { breaker, timeoutMs: failures === 1 ? 400 : 15_000 }).acq);
    expect(breaker.admits()).toBe(false);
  });

  it("a refused connection", async () => {
    const breaker = createBreaker({ failuresToOpen: 2 });
    await viewer(newClient(`http://127.0.0.1:${await freePort()}/graphql`, { breaker }).acq);
    expect(breaker.admits()).toBe(false);
  });
});

describe("shows that acq answers:", () => {
  it.each<[string, Fault]>([
    ["an error of GraphQL's", answers({ errors: [{ message: "no" }] })],
    ["403", html(403)],
    ["429", html(429)],
    ["data of another shape", answers({ data: {} })],
    ["data", well],
  ])("%s", async (_, fault) => {
    const acq = await startBrokenAcq(fault);
    const breaker = createBreaker({ failuresToOpen: 2 });
    breaker.failed();
    await viewer(newClient(acq.url, { breaker }).acq);
    breaker.failed();
    expect(breaker.admits()).toBe(true);
  });
});
