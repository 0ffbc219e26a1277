import { LRUCache } from "lru-cache";
import type { RequestHandler } from "@remix-run/node";
import { createRequestContext } from "~/request/context.server";
import { createResponseCookies } from "~/request/response-cookies.server";
import type { Services } from "~/request/services.server";
import { createSecurityHeaders } from "~/server/security-headers.server";
import { getLanguageTag } from "~/i18n/locales";
import { createTaskQueue } from "~/server/precompressed/task-queue.server";
import { createArtificialInfoFactory } from "~/server/remix/loader-arguments.server";
import { createCachedPage, type CachedPage } from "./shared-page.server";
import type { PageKey } from "./page-key.server";

/**
 * Returns a function that renders a shared page for an artificial request, which contains nothing but the page's key.
 * The function resolves to undefined for a response that must not be cached.
 */
export function createSharedPageRenderer(
  services: Services,
  remixHandler: RequestHandler,
): (key: PageKey) => Promise<CachedPage | undefined> {
  const { config } = services;
  const { publicOrigin, basePath } = config;
  const createRequestInfo = createArtificialInfoFactory(services);
  const securityHeaders = createSecurityHeaders(config);

  return async ({ url, locale, status, saveData, features }) => {
    const path = url === "/" && basePath !== "" ? basePath : `${basePath}${url}`;
    // Sends no User-Agent header, so that the page is rendered as for a visitor and not as for a crawler.
    const headers = { "accept-language": getLanguageTag(locale), ...(saveData && { "save-data": "on" }) };
    const app = createRequestContext(services, createRequestInfo(path, headers), features);
    const response = await remixHandler(new Request(`${publicOrigin}${path}`), { app });
    // Returns undefined if the page must not be cached: a personalized page, a page that sets cookies, or a page with
    // an unexpected status.
    if (response.status !== status || app.privacy === "personal" || createResponseCookies(app).length > 0)
      return undefined;
    return createCachedPage(response, securityHeaders);
  };
}

interface CacheEntry<Page> {
  page: Page;
  /** True if the page has its best compression or is queued for it. */
  isRecompressed: boolean;
}

interface CacheKey {
  name: string;
  /** When the page expires, in milliseconds since 1970. */
  expiresAt: number;
}

/**
 * The limits of the queue for the best compression. If the queue is full, a page is added at a later request instead.
 */
const recompressionQueueLimits = { maxRunning: 1, maxWaiting: 7 };

interface PageCacheOptions<K extends CacheKey, Page> {
  /** Renders the page of a key. Resolves to undefined for a page that must not be cached. */
  render: (key: K) => Promise<Page | undefined>;
  /**
   * Compresses a page as well as possible. Called when a page is requested for the second time, for one page at a time.
   */
  recompress: (page: Page) => Promise<Page>;
  /** Returns true if the process currently has time to compress pages as well as possible. */
  hasTimeToRecompress: () => boolean;
  now: () => number;
  limits: { pages: number; bytes: number; renderings: number; waiting: number };
}

/** The numbers of requests and evictions since the start of the process, for the metrics. */
export interface PageCacheCounts {
  hits: number;
  misses: number;
  evictions: number;
}

interface PageCache<K extends CacheKey, Page> {
  /** Returns the page if it is cached. */
  findPage(key: K): Page | undefined;
  /**
   * Returns the promise of a rendering of the page that is running or queued, so that a second request does not render
   * the page again.
   */
  getPendingRendering(key: K): Promise<Page | undefined> | undefined;
  /** Renders the page; returns undefined if too many renderings are queued. */
  renderPage(key: K): Promise<Page | undefined> | undefined;
  counts: PageCacheCounts;
}

/** Creates a cache of whole pages; the least recently used are evicted first. Failed renderings are not cached. */
export function createPageCache<K extends CacheKey, Page extends { totalBytes: number }>({
  render,
  recompress,
  hasTimeToRecompress,
  now,
  limits,
}: PageCacheOptions<K, Page>): PageCache<K, Page> {
  const counts = { hits: 0, misses: 0, evictions: 0 };
  const renderingByName = new Map<string, Promise<Page | undefined>>();
  const enqueueRendering = createTaskQueue({ maxRunning: limits.renderings, maxWaiting: limits.waiting });
  const enqueueRecompression = createTaskQueue(recompressionQueueLimits);
  const entryByName = new LRUCache<string, CacheEntry<Page>>({
    max: limits.pages,
    maxSize: limits.bytes,
    perf: { now },
    ttlResolution: 0,
    sizeCalculation: ({ page }) => page.totalBytes,
    dispose: (_page, _name, reason) => {
      if (reason === "evict") counts.evictions += 1;
    },
  });

  async function renderAndCache(key: K): Promise<Page | undefined> {
    try {
      const page = await render(key);
      const ttlMs = key.expiresAt - now();
      if (page && ttlMs > 0) entryByName.set(key.name, { page, isRecompressed: false }, { ttl: ttlMs });
      return page;
    } finally {
      renderingByName.delete(key.name);
    }
  }

  async function recompressAndCache(name: string, entry: CacheEntry<Page>): Promise<void> {
    const page = await recompress(entry.page);
    // Drops the result if the page has been evicted or rendered again during its compression.
    if (entryByName.peek(name) === entry)
      entryByName.set(name, { ...entry, page }, { ttl: entryByName.getRemainingTTL(name) });
  }

  return {
    counts,
    findPage({ name }) {
      const entry = entryByName.get(name);
      counts[entry ? "hits" : "misses"] += 1;
      if (entry && !entry.isRecompressed && hasTimeToRecompress()) {
        // If the compression fails, the page keeps its present compression.
        const task = () => recompressAndCache(name, entry).catch(() => undefined);
        entry.isRecompressed = enqueueRecompression(task) !== undefined;
      }
      return entry?.page;
    },
    getPendingRendering: ({ name }) => renderingByName.get(name),
    renderPage(key) {
      const rendering = enqueueRendering(() => renderAndCache(key));
      if (!rendering) return undefined;
      renderingByName.set(key.name, rendering);
      return rendering;
    },
  };
}
