import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createServer } from "node:http";
import { createAcqStateReader, probeAcq } from "~/server/lifecycle/acq-state.server";
import { close, listen } from "../../support/local-server";

/**
 * Returns an acq that does not respond until the test calls a function in `finishCalls`. Each call to acq adds such a
 * function.
 */
function createWaitingAcq() {
  const finishCalls: ((state: "ok" | "down") => void)[] = [];
  const callAcq = () => new Promise<"ok" | "down">((resolve) => finishCalls.push(resolve));
  return { callAcq, finishCalls };
}

/** Replaces the process's monotonic clock for one test. */
function replaceClock(now: () => number): void {
  const readClock = vi.spyOn(performance, "now").mockImplementation(now);
  onTestFinished(() => {
    readClock.mockRestore();
  });
}

it("createAcqStateReader calls acq at most once in two seconds, and never twice at the same time", async () => {
  const { callAcq, finishCalls } = createWaitingAcq();
  let now = 0;
  replaceClock(() => now);
  const readAcqState = createAcqStateReader(callAcq);
  const statesPromise = Promise.all([readAcqState(), readAcqState()]);
  expect(finishCalls).toHaveLength(1);
  finishCalls[0]?.("ok");
  expect(await statesPromise).toEqual(["ok", "ok"]);
  now = 1999;
  expect(await readAcqState()).toBe("ok");
  expect(finishCalls).toHaveLength(1);
  now = 2000;
  const laterStatePromise = readAcqState();
  finishCalls[1]?.("down");
  expect(await laterStatePromise).toBe("down");
  expect(finishCalls).toHaveLength(2);
});

it("createAcqStateReader returns the last known state while acq is slow, and makes no second call meanwhile", async () => {
  const { callAcq, finishCalls } = createWaitingAcq();
  // The clock advances with each call to acq, so that no earlier state of acq counts as recent.
  replaceClock(() => finishCalls.length * 10_000);
  const readState = createAcqStateReader(callAcq, 1);
  expect(await readState()).toBe("down");
  finishCalls[0]?.("ok");
  await expect.poll(readState).toBe("ok");
  const acqCallCountBefore = finishCalls.length;
  expect(await readState()).toBe("ok");
  expect(finishCalls).toHaveLength(acqCallCountBefore);
});

describe("probeAcq", () => {
  /** Starts an acq that responds to every request in the same way. Returns its port. */
  async function startAcq(body: string, contentType = "application/json", status = 200): Promise<number> {
    const server = createServer((_req, res) => {
      res.writeHead(status, { "Content-Type": contentType }).end(body);
    });
    onTestFinished(() => close(server));
    return listen(server);
  }

  it.each([
    ["a GraphQL response", '{"data":{"__typename":"Query"}}', "ok"],
    ["a GraphQL error", '{"errors":[{"message":"persisted queries only"}]}', "ok"],
    ["truncated JSON", '{"da', "down"],
    ["another schema", '{"data":{"foo":1}}', "down"],
    ["JSON of a proxy", '{"status":"up"}', "down"],
  ])(
    "returns ok for a GraphQL response of acq, even an error, and down for other responses: %s",
    async (_description, body, state) => {
      expect(await probeAcq(`http://127.0.0.1:${await startAcq(body)}/graphql`)).toBe(state);
    },
  );

  it("returns the state down for an HTML page, an error status or no response", async () => {
    const ok = '{"data":{"__typename":"Query"}}';
    expect(await probeAcq(`http://127.0.0.1:${await startAcq(ok, "text/html")}`)).toBe("down");
    expect(await probeAcq(`http://127.0.0.1:${await startAcq(ok, "application/json", 503)}`)).toBe("down");
    expect(await probeAcq("http://127.0.0.1:1")).toBe("down");
  });

  it("sends the same credentials (from ACQ_GRAPHQL_URL) as calls for visitors", async () => {
    const server = createServer((req, res) => {
      const isAuthorized = req.headers.authorization === `Basic ${btoa("user:word")}`;
      res.writeHead(isAuthorized ? 200 : 401, { "Content-Type": "application/json" });
      res.end('{"data":{"__typename":"Query"}}');
    });
    onTestFinished(() => close(server));
    expect(await probeAcq(`http://user:word@127.0.0.1:${await listen(server)}/graphql`)).toBe("ok");
  });
});
