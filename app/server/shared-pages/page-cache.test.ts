import { describe, expect, it } from "vitest";
import { createPageCache } from "~/server/shared-pages/page-cache.server";

/**
 * Creates a page cache. Its pages are objects with only a size. The test sets the cache's clock and counts its
 * renderings.
 */
function createTestCache({ pages = 10, bytes = 1000, size = 10, renderings = 2, waiting = 100 } = {}) {
  let time = 1;
  const improvedPageSizes: number[] = [];
  let hasIdleTime = true;
  const renderedKeys: string[] = [];
  let renderResponse: (name: string) => Promise<{ totalBytes: number } | undefined> = () =>
    Promise.resolve({ totalBytes: size });
  const cache = createPageCache({
    render: ({ name }: { name: string; expiresAt: number }) => {
      renderedKeys.push(name);
      return renderResponse(name);
    },
    recompress: (page) => {
      improvedPageSizes.push(page.totalBytes);
      return Promise.resolve({ totalBytes: page.totalBytes - 1 });
    },
    hasTimeToRecompress: () => hasIdleTime,
    now: () => time,
    limits: { pages, bytes, renderings, waiting },
  });
  return {
    ...cache,
    renderedKeys,
    improvedPageSizes,
    setIdleTimeAvailable: (isAvailable: boolean) => void (hasIdleTime = isAvailable),
    setTime: (now: number) => void (time = now),
    setResponse: (next: typeof renderResponse) => void (renderResponse = next),
  };
}

const createKey = (name: string, expiresAt = 1000) => ({ name, expiresAt });

describe("page cache", () => {
  it("renders a page once for simultaneous requests, and stores the page", async () => {
    const cache = createTestCache();
    const request = () =>
      cache.findPage(createKey("a")) ??
      cache.getPendingRendering(createKey("a")) ??
      cache.renderPage(createKey("a"));
    const pages = await Promise.all([1, 2, 3].map(async () => request()));
    expect(new Set(pages).size).toBe(1);
    expect(cache.findPage(createKey("a"))).toBe(pages[0]);
    expect(cache.getPendingRendering(createKey("a"))).toBeUndefined();
    expect(cache.renderedKeys).toEqual(["a"]);
    expect(cache.counts).toEqual({ hits: 1, misses: 3, evictions: 0 });
  });

  it("stores nothing if a rendering returns nothing or fails", async () => {
    const cache = createTestCache();
    cache.setResponse(() => Promise.resolve(undefined));
    expect(await cache.renderPage(createKey("a"))).toBeUndefined();
    cache.setResponse(() => Promise.reject(new Error("broken")));
    await expect(cache.renderPage(createKey("a"))).rejects.toThrow("broken");
    expect(cache.findPage(createKey("a"))).toBeUndefined();
    cache.setResponse(() => Promise.resolve({ totalBytes: 1 }));
    await cache.renderPage(createKey("a"));
    expect(cache.findPage(createKey("a"))).toEqual({ totalBytes: 1 });
  });

  it("drops a page when the page expires", async () => {
    const cache = createTestCache();
    await cache.renderPage(createKey("a", 60));
    cache.setTime(59);
    expect(cache.findPage(createKey("a"))).toBeDefined();
    cache.setTime(61);
    expect(cache.findPage(createKey("a"))).toBeUndefined();
    expect(await cache.renderPage(createKey("a", 60))).toBeDefined();
    expect(cache.findPage(createKey("a"))).toBeUndefined();
  });

  it("drops the least recently used page above the limit on the number of pages", async () => {
    const cache = createTestCache({ pages: 2 });
    for (const name of ["a", "b"]) await cache.renderPage(createKey(name));
    cache.findPage(createKey("a"));
    await cache.renderPage(createKey("c"));
    expect(["a", "b", "c"].map((name) => cache.findPage(createKey(name)) !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
    expect(cache.counts.evictions).toBe(1);
  });

  it("limits the number of stored bytes", async () => {
    const cache = createTestCache({ bytes: 25 });
    for (const name of ["a", "b", "c"]) await cache.renderPage(createKey(name));
    expect(["a", "b", "c"].map((name) => cache.findPage(createKey(name)) !== undefined)).toEqual([
      false,
      true,
      true,
    ]);
    cache.setResponse(() => Promise.resolve({ totalBytes: 26 }));
    expect(await cache.renderPage(createKey("d"))).toEqual({ totalBytes: 26 });
    expect(cache.findPage(createKey("d"))).toBeUndefined();
    expect(cache.findPage(createKey("c"))).toBeDefined();
  });

  it("counts the bytes of a page only once if the page is rendered again", async () => {
    const cache = createTestCache({ bytes: 25 });
    for (let time = 0; time < 5; time += 1) await cache.renderPage(createKey("a"));
    await cache.renderPage(createKey("b"));
    expect(cache.findPage(createKey("a"))).toBeDefined();
    expect(cache.counts.evictions).toBe(0);
  });

  it("renders at most two pages at a time, in the order of the requests", async () => {
    const cache = createTestCache();
    const finishCallbacks: (() => void)[] = [];
    cache.setResponse(() => new Promise((resolve) => finishCallbacks.push(() => resolve({ totalBytes: 1 }))));
    const allPages = Promise.all(["a", "b", "c", "d"].map(async (name) => cache.renderPage(createKey(name))));
    await expect.poll(() => cache.renderedKeys).toEqual(["a", "b"]);
    finishCallbacks[1]?.();
    await expect.poll(() => cache.renderedKeys).toEqual(["a", "b", "c"]);
    finishCallbacks[0]?.();
    await expect.poll(() => cache.renderedKeys).toEqual(["a", "b", "c", "d"]);
    for (const finishRendering of finishCallbacks) finishRendering();
    await allPages;
  });

  it("still renders other pages after a rendering has failed", async () => {
    const cache = createTestCache({ renderings: 1 });
    cache.setResponse((name) =>
      name === "a" ? Promise.reject(new Error("broken")) : Promise.resolve({ totalBytes: 1 }),
    );
    const [first, second] = [cache.renderPage(createKey("a")), cache.renderPage(createKey("b"))];
    await expect(first).rejects.toThrow("broken");
    expect(await second).toEqual({ totalBytes: 1 });
  });

  it("refuses a new rendering if too many renderings wait, but lets a request join a waiting rendering", async () => {
    const cache = createTestCache({ renderings: 1, waiting: 1 });
    const [first, second] = [cache.renderPage(createKey("a")), cache.renderPage(createKey("b"))];
    expect(cache.renderPage(createKey("c"))).toBeUndefined();
    expect(cache.getPendingRendering(createKey("c"))).toBeUndefined();
    expect(cache.getPendingRendering(createKey("b"))).toBe(second);
    await Promise.all([first, second]);
    expect(await cache.renderPage(createKey("c"))).toEqual({ totalBytes: 10 });
  });

  it("starts the next rendering in a later turn of the event loop", async () => {
    const cache = createTestCache({ renderings: 1 });
    const order: string[] = [];
    cache.setResponse((name) => Promise.resolve(order.push(name)).then(() => ({ totalBytes: 1 })));
    const bothPages = Promise.all([cache.renderPage(createKey("a")), cache.renderPage(createKey("b"))]);
    setImmediate(() => order.push("another request"));
    await bothPages;
    expect(order).toEqual(["a", "another request", "b"]);
  });

  it("compresses a page better on its second request, and only once", async () => {
    const cache = createTestCache({ size: 10 });
    await cache.renderPage(createKey("a"));
    expect(cache.improvedPageSizes).toEqual([]);
    expect(cache.findPage(createKey("a"))).toEqual({ totalBytes: 10 });
    await expect.poll(() => cache.findPage(createKey("a"))).toEqual({ totalBytes: 9 });
    cache.findPage(createKey("a"));
    expect(cache.improvedPageSizes).toEqual([10]);
  });

  it("does not recompress pages while a crawler requests every page once", async () => {
    const cache = createTestCache();
    for (let page = 0; page < 100; page += 1) await cache.renderPage(createKey(`page ${page}`));
    expect(cache.improvedPageSizes).toEqual([]);
  });

  it("does not recompress pages while the process is busy", async () => {
    const cache = createTestCache();
    await cache.renderPage(createKey("a"));
    cache.setIdleTimeAvailable(false);
    cache.findPage(createKey("a"));
    expect(cache.improvedPageSizes).toEqual([]);
    cache.setIdleTimeAvailable(true);
    await expect.poll(() => cache.findPage(createKey("a"))).toEqual({ totalBytes: 9 });
  });

  it("drops the better compression of a page when the page is rendered again", async () => {
    const cache = createTestCache({ size: 10 });
    await cache.renderPage(createKey("a"));
    cache.findPage(createKey("a"));
    cache.setResponse(() => Promise.resolve({ totalBytes: 20 }));
    await cache.renderPage(createKey("a"));
    expect(cache.improvedPageSizes).toEqual([10]);
    expect(cache.findPage(createKey("a"))).toEqual({ totalBytes: 20 });
  });
});
