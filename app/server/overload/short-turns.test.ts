import { describe, expect, it } from "vitest";
import { createShortTurns } from "./short-turns.server";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Returns a function that starts a request of 4 ms, and the names of the started requests. */
function requestsOfFourMs() {
  let now = 0;
  const started: string[] = [];
  const startInShortTurn = createShortTurns(() => now);
  const start = (name: string) =>
    startInShortTurn(() => {
      now += 4;
      started.push(name);
    });
  return { start, started: started };
}

describe("short turns", () => {
  it("begin requests in their order, for ten milliseconds in each turn", async () => {
    const { start, started } = requestsOfFourMs();
    for (const name of ["a", "b", "c", "d", "e", "f", "g"]) void start(name);
    expect(started.join("")).toBe("abc");
    await nextTurn();
    void start("h");
    expect(started.join("")).toBe("abc");
    await nextTurn();
    expect(started.join("")).toBe("abcdef");
    await nextTurn();
    await nextTurn();
    expect(started.join("")).toBe("abcdefgh");
    await nextTurn();
    void start("i");
    expect(started.at(-1)).toBe("i");
  });

  it("reject when a request that waited fails, whether at once or later", async () => {
    let now = 0;
    const startInShortTurn = createShortTurns(() => now);
    void startInShortTurn(() => {
      now += 10;
    });
    const failure = new Error("no page");
    const fails = () => {
      throw failure;
    };
    const both = [startInShortTurn(fails), startInShortTurn(() => Promise.reject(failure))];
    for (const request of both) await expect(request).rejects.toBe(failure);
  });
});
