import { describe, expect, it } from "vitest";
import { createPageCache } from "~/server/page-cache/page-cache.server";

/** A cache of pages that are nothing but a size, with a clock and a count of renderings. */
function cacheOf({ pages = 10, bytes = 1000, size = 10 } = {}) {
  let time = 0;
  const rendered: string[] = [];
  let answer: (name: string) => Promise<{ size: number } | undefined> = () => Promise.resolve({ size });
  const cache = createPageCache({
    render: ({ name }: { name: string; until: number }) => {
      rendered.push(name);
      return answer(name);
    },
    now: () => time,
    most: { pages, bytes },
  });
  return {
    ...cache,
    rendered,
    at: (now: number) => void (time = now),
    answer: (next: typeof answer) => void (answer = next),
  };
}

const key = (name: string, until = 1000) => ({ name, until });

describe("the page cache", () => {
  it("renders once what many ask for at once, and keeps it", async () => {
    const cache = cacheOf();
    const made = await Promise.all([1, 2, 3].map(() => cache.make(key("a"))));
    expect(new Set(made).size).toBe(1);
    expect(cache.find(key("a"))).toBe(made[0]);
    expect(cache.rendered).toEqual(["a"]);
    expect(cache.counts).toEqual({ hits: 1, misses: 3, evictions: 0 });
  });

  it("keeps nothing of a rendering that came to nothing, nor of one that broke", async () => {
    const cache = cacheOf();
    cache.answer(() => Promise.resolve(undefined));
    expect(await cache.make(key("a"))).toBeUndefined();
    cache.answer(() => Promise.reject(new Error("broken")));
    await expect(cache.make(key("a"))).rejects.toThrow("broken");
    expect(cache.find(key("a"))).toBeUndefined();
    cache.answer(() => Promise.resolve({ size: 1 }));
    await cache.make(key("a"));
    expect(cache.find(key("a"))).toEqual({ size: 1 });
  });

  it("forgets a page when its time has come", async () => {
    const cache = cacheOf();
    await cache.make(key("a", 60));
    cache.at(59);
    expect(cache.find(key("a"))).toBeDefined();
    cache.at(60);
    expect(cache.find(key("a"))).toBeUndefined();
    expect(await cache.make(key("a", 60))).toBeDefined();
    expect(cache.find(key("a"))).toBeUndefined();
  });

  it("holds so many pages, and lets the least used go", async () => {
    const cache = cacheOf({ pages: 2 });
    for (const name of ["a", "b"]) await cache.make(key(name));
    cache.find(key("a"));
    await cache.make(key("c"));
    expect(["a", "b", "c"].map((name) => cache.find(key(name)) !== undefined)).toEqual([true, false, true]);
    expect(cache.counts.evictions).toBe(1);
  });

  it("holds so many bytes", async () => {
    const cache = cacheOf({ bytes: 25 });
    for (const name of ["a", "b", "c"]) await cache.make(key(name));
    expect(["a", "b", "c"].map((name) => cache.find(key(name)) !== undefined)).toEqual([false, true, true]);
    cache.answer(() => Promise.resolve({ size: 26 }));
    expect(await cache.make(key("d"))).toEqual({ size: 26 });
    expect(cache.find(key("d"))).toBeUndefined();
    expect(cache.find(key("c"))).toBeDefined();
  });

  it("counts the bytes of a page that is made again once", async () => {
    const cache = cacheOf({ bytes: 25 });
    for (let time = 0; time < 5; time += 1) await cache.make(key("a"));
    await cache.make(key("b"));
    expect(cache.find(key("a"))).toBeDefined();
    expect(cache.counts.evictions).toBe(0);
  });
});
