import { LRUCache } from "lru-cache";
import type { RequestHandler } from "@remix-run/node";
import { createRequestContext } from "~/request/context.server";
import type { Services } from "~/request/services.server";
import { sharedSecurityHeaders } from "~/server/security-headers.server";
import { isoOf } from "~/i18n/locales";
import { cachedPage, type CachedPage } from "./shared-page.server";
import type { PageKey } from "./page-key.server";

/**
 * Renders a page for a request that nobody has sent: it knows what the key says, and nothing of whoever asks.
 * Resolves to undefined for what did not come out as it should.
 */
export function sharedRenderer(
  services: Services,
  remix: RequestHandler,
): (key: PageKey) => Promise<CachedPage | undefined> {
  const { publicOrigin, basePath } = services.config;
  const securityHeaders = sharedSecurityHeaders(services.config);

  return async ({ url, locale, status, saveData, crawler, features }) => {
    // A request without a User-Agent counts as a visitor's.
    const userAgent = crawler ? "crawler" : undefined;
    const facts = {
      url,
      isData: false,
      hostname: new URL(publicOrigin).hostname,
      headers: {
        cookie: undefined,
        acceptLanguage: isoOf(locale),
        demoCountry: undefined,
        userAgent,
        savesData: saveData,
      },
      clientAddress: "",
      nonce: undefined,
      signal: undefined,
    };
    const app = createRequestContext(services, facts, features);
    const headers = { Accept: "text/html", ...(saveData && { "Save-Data": "on" }) };
    const path = url === "/" && basePath !== "" ? basePath : `${basePath}${url}`;
    const response = await remix(new Request(`${publicOrigin}${path}`, { headers }), { app });
    // A visitor's own page, after all: it must not be cached.
    if (response.status !== status || app.reply.personal || app.reply.outgoing.size > 0) return undefined;
    return cachedPage(response, securityHeaders);
  };
}

/** A page, and until when it is kept (milliseconds since 1970). */
interface Entry<Page> {
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

/** The cache's counts since the start; metrics read them. */
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

/** Whole pages by key, the least used first to go; nothing is cached of a rendering that failed. */
export function createPageCache<K extends Key, Page extends { size: number }>({
  render,
  now,
  most,
}: PageCacheOptions<K, Page>): PageCache<K, Page> {
  const counts = { hits: 0, misses: 0, evictions: 0 };
  const underWay = new Map<string, Promise<Page | undefined>>();
  const cached = new LRUCache<string, Entry<Page>>({
    max: most.pages,
    maxSize: most.bytes,
    sizeCalculation: ({ page }) => page.size,
    dispose: (_page, _name, reason) => {
      if (reason === "evict") counts.evictions += 1;
    },
  });

  async function renderAndKeep(key: K): Promise<Page | undefined> {
    try {
      const page = await render(key);
      if (page && key.until > now()) cached.set(key.name, { page, until: key.until });
      return page;
    } finally {
      underWay.delete(key.name);
    }
  }

  return {
    counts,
    find({ name }) {
      const found = cached.get(name);
      if (!found) return undefined;
      if (found.until <= now()) {
        cached.delete(name);
        return undefined;
      }
      counts.hits += 1;
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
