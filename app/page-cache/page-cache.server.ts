/** What is kept, and until when (milliseconds since 1970). */
interface Kept<Page> {
  page: Page;
  until: number;
}

interface Key {
  name: string;
  until: number;
}

interface PageCacheOptions<K extends Key, Page> {
  /** Undefined for what must not be kept: the request is then answered as if there were no cache. */
  render: (key: K) => Promise<Page | undefined>;
  now: () => number;
  most: { pages: number; bytes: number };
}

/** What the cache has done since the start; metrics read it. */
export interface PageCacheCounts {
  hits: number;
  misses: number;
  evictions: number;
}

export interface PageCache<K extends Key, Page> {
  /** The page, when it is there. */
  find(key: K): Page | undefined;
  /** Renders it; who asks meanwhile waits for the same rendering. */
  make(key: K): Promise<Page | undefined>;
  counts: PageCacheCounts;
}

/** Whole pages by key, the least used first to go; nothing is kept of a rendering that failed. */
export function createPageCache<K extends Key, Page extends { size: number }>({
  render,
  now,
  most,
}: PageCacheOptions<K, Page>): PageCache<K, Page> {
  /** In the order of their last use. */
  const kept = new Map<string, Kept<Page>>();
  const underWay = new Map<string, Promise<Page | undefined>>();
  const counts = { hits: 0, misses: 0, evictions: 0 };
  let bytes = 0;

  function drop(name: string): void {
    bytes -= kept.get(name)?.page.size ?? 0;
    kept.delete(name);
  }

  function keep({ name, until }: Key, page: Page): void {
    drop(name);
    if (until <= now() || page.size > most.bytes) return;
    kept.set(name, { page, until });
    bytes += page.size;
    for (const [oldest] of kept) {
      if (kept.size <= most.pages && bytes <= most.bytes) return;
      drop(oldest);
      counts.evictions += 1;
    }
  }

  async function renderAndKeep(key: K): Promise<Page | undefined> {
    try {
      const page = await render(key);
      if (page) keep(key, page);
      return page;
    } finally {
      underWay.delete(key.name);
    }
  }

  return {
    counts,
    find({ name }) {
      const found = kept.get(name);
      if (!found) return undefined;
      if (found.until <= now()) {
        drop(name);
        return undefined;
      }
      counts.hits += 1;
      kept.delete(name);
      kept.set(name, found);
      return found.page;
    },
    make(key) {
      counts.misses += 1;
      const rendering = underWay.get(key.name) ?? renderAndKeep(key);
      underWay.set(key.name, rendering);
      return rendering;
    },
  };
}
