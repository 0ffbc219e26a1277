import { describe, expect, it } from "vitest";
import { createShortTurns } from "./short-turns.server";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Returns a function that begins a request of 4 ms, and the names of the begun ones. */
function requestsOfFourMs() {
  let now = 0;
  const begun: string[] = [];
  const beginInShortTurn = createShortTurns(() => now);
  const begin = (name: string) =>
    beginInShortTurn(() => {
      now += 4;
      begun.push(name);
    });
  return { begin, begun };
}

describe("short turns", () => {
  it("begin requests in their order, for ten milliseconds in each turn", async () => {
    const { begin, begun } = requestsOfFourMs();
    for (const name of ["a", "b", "c", "d", "e", "f", "g"]) void begin(name);
    expect(begun.join("")).toBe("abc");
    await nextTurn();
    void begin("h");
    expect(begun.join("")).toBe("abc");
    await nextTurn();
    expect(begun.join("")).toBe("abcdef");
    await nextTurn();
    await nextTurn();
    expect(begun.join("")).toBe("abcdefgh");
    await nextTurn();
    void begin("i");
    expect(begun.at(-1)).toBe("i");
  });

  it("reject when a request that waited fails, whether at once or later", async () => {
    let now = 0;
    const beginInShortTurn = createShortTurns(() => now);
    void beginInShortTurn(() => {
      now += 10;
    });
    const failure = new Error("no page");
    const fails = () => {
      throw failure;
    };
    const both = [beginInShortTurn(fails), beginInShortTurn(() => Promise.reject(failure))];
    for (const request of both) await expect(request).rejects.toBe(failure);
  });
});
