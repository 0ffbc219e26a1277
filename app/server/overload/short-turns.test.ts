import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createShortTurnRunner } from "./short-turns.server";

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterAll(() => {
  vi.useRealTimers();
});

const waitForNextTurn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Returns a function that starts a request with a name, and the list of the names of all started requests. Each request
 * advances the clock by 4 ms.
 */
function createFourMsRequests() {
  const startedNames: string[] = [];
  const runInShortTurns = createShortTurnRunner();
  const startRequest = (name: string, client = "one") =>
    runInShortTurns(client, () => {
      vi.advanceTimersByTime(4);
      startedNames.push(name);
    });
  return { start: startRequest, started: startedNames };
}

describe("request queue with short event loop turns", () => {
  it("starts requests in the order of arrival, two in each turn", async () => {
    const { start, started } = createFourMsRequests();
    for (const name of ["a", "b", "c", "d", "e"]) void start(name);
    expect(started.join("")).toBe("ab");
    await waitForNextTurn();
    void start("f");
    expect(started.join("")).toBe("ab");
    await waitForNextTurn();
    expect(started.join("")).toBe("abcd");
    await waitForNextTurn();
    await waitForNextTurn();
    expect(started.join("")).toBe("abcdef");
    await waitForNextTurn();
    void start("g");
    expect(started.at(-1)).toBe("g");
  });

  it("starts no other request in the turn of a request that takes ten milliseconds", () => {
    const runInShortTurns = createShortTurnRunner();
    let startedCount = 0;
    for (let count = 0; count < 3; count += 1)
      void runInShortTurns("one", () => {
        vi.advanceTimersByTime(10);
        startedCount += 1;
      });
    expect(startedCount).toBe(1);
  });

  it("alternates between clients, so that one client with many requests does not delay other clients", async () => {
    const { start, started } = createFourMsRequests();
    for (const name of ["a1", "a2", "a3", "a4", "a5", "a6"]) void start(name, "a");
    void start("b1", "b");
    void start("c1", "c");
    void start("b2", "b");
    await expect.poll(() => started).toHaveLength(9);
    expect(started).toEqual(["a1", "a2", "a3", "b1", "c1", "a4", "b2", "a5", "a6"]);
  });

  it("rejects the promise of a queued request that throws an error or returns a rejected promise", async () => {
    const runInShortTurns = createShortTurnRunner();
    void runInShortTurns("one", () => {
      vi.advanceTimersByTime(10);
    });
    const failure = new Error("no page");
    const throwFailure = () => {
      throw failure;
    };
    const results = [
      runInShortTurns("one", throwFailure),
      runInShortTurns("two", () => Promise.reject(failure)),
    ];
    for (const request of results) await expect(request).rejects.toBe(failure);
  });
});
