import type { RequestHandler } from "@remix-run/node";
import type { Services } from "~/request/services.server";
import { localeCodes } from "~/i18n/locales";
import type { Exchange, PipelineStep } from "~/server/exchange";
import type { EventLoopLoad, OverloadGuard } from "~/server/overload/overload.server";
import { findPreferredEncoding } from "~/server/accept-headers.server";
import {
  createPageCache,
  type PageCacheCounts,
  createSharedPageRenderer,
} from "~/server/shared-pages/page-cache.server";
import { type KeyedRequest, type PageKey, createPageKeyReader } from "~/server/shared-pages/page-key.server";
import { type CachedPage, recompressPage } from "~/server/shared-pages/shared-page.server";

/**
 * The limits of the page cache. 100 waiting renderings take about a second, the longest that the overload guard lets
 * visitors wait (docs/decisions/shared-renderings.md).
 */
const cacheLimits = { pages: 500, bytes: 32 * 1024 * 1024, renderings: 2, waiting: 100 };

/**
 * The maximum event loop delay in milliseconds at which pages get their best compression, so that visitors come first.
 */
const maxCompressionDelayMs = 20;

export interface SharedPages {
  /** Serves shared pages. If the process is overloaded, cached pages are still served, but no page is rendered. */
  step: PipelineStep;
  /** Renders shared pages before they are requested, one after another, until the signal aborts. */
  prerenderPages: (requests: readonly KeyedRequest[], signal: AbortSignal) => Promise<void>;
  counts: PageCacheCounts;
}

/**
 * Creates the step that serves shared (cached) pages. The later steps would take seven times as long for such a page
 * (docs/decisions/page-cache.md).
 */
export function createSharedPages(
  services: Services,
  remixHandler: RequestHandler,
  overloadGuard: OverloadGuard,
  eventLoopLoad: EventLoopLoad,
): SharedPages {
  const { clock, cookies, log } = services;
  const readPageKey = createPageKeyReader(services);
  const pageCache = createPageCache({
    render: createSharedPageRenderer(services, remixHandler),
    recompress: recompressPage,
    hasTimeToRecompress: () => eventLoopLoad.getDelayMs() <= maxCompressionDelayMs,
    now: () => clock().getTime(),
    limits: cacheLimits,
  });
  const localeCookieHeaderByLocale = new Map(
    localeCodes.map((localeCode) => [localeCode, ["set-cookie", cookies.locale.serialize(localeCode)]]),
  );

  function sendPage({ req, res, record }: Exchange, page: CachedPage, key: PageKey): void {
    record.locale = key.locale;
    const { rawHeaders, notModifiedRawHeaders, etag, body } =
      page[findPreferredEncoding(req.headers["accept-encoding"] ?? "")];
    const localeCookieHeader = key.shouldSetLocaleCookie
      ? (localeCookieHeaderByLocale.get(key.locale) ?? [])
      : [];
    const variantsCookieHeader = key.variantsCookie === undefined ? [] : ["set-cookie", key.variantsCookie];
    const isUnchanged = etag !== undefined && matchesEtag(req.headers["if-none-match"], etag);
    const responseHeaders = isUnchanged ? notModifiedRawHeaders : rawHeaders;
    res.writeHead(isUnchanged ? 304 : page.status, [
      ...responseHeaders,
      ...localeCookieHeader,
      ...variantsCookieHeader,
    ]);
    if (isUnchanged || req.method === "HEAD") res.end();
    else res.end(body);
  }

  return {
    counts: pageCache.counts,
    async prerenderPages(requests, signal) {
      for (const key of requests.map(readPageKey))
        if (key && !signal.aborted) await (pageCache.getPendingRendering(key) ?? pageCache.renderPage(key));
    },
    step(exchange, next) {
      const key = readPageKey(toKeyedRequest(exchange));
      if (!key) return next();
      const page = pageCache.findPage(key);
      if (page) {
        exchange.record.cache = "hit";
        sendPage(exchange, page, key);
        return;
      }
      const rendering =
        pageCache.getPendingRendering(key) ??
        (overloadGuard.admits(exchange, true) ? pageCache.renderPage(key) : undefined);
      if (!rendering) {
        overloadGuard.refuse(exchange);
        return;
      }
      return rendering.then(
        (page) => {
          if (!page) return next();
          exchange.record.cache = "miss";
          sendPage(exchange, page, key);
        },
        (error: unknown) => {
          log.error(
            { err: error },
            "a shared page could not be rendered for the cache: Remix renders it again, for this visitor alone",
          );
          return next();
        },
      );
    },
  };
}

function toKeyedRequest({ req: { method, headers, rawHeaders }, address }: Exchange): KeyedRequest {
  return { method, headers, rawHeaders, address };
}

/** Compares ETags weakly (RFC 9110, section 13.1.2), since a proxy may have made the tag weak. */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch === "*") return true;
  return ifNoneMatch.split(",").some((etagCandidate) => etagCandidate.trim().replace(/^W\//, "") === etag);
}
