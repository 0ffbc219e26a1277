import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "@remix-run/node";
import type { Services } from "~/request/services.server";
import { cookiesFor } from "~/request/cookies/cookies.server";
import { localeCodes } from "~/i18n/locales";
import { preferredEncoding } from "~/server/preferred-encoding.server";
import type { RequestRecord } from "~/telemetry/request-record.server";
import { type CachedPage, improvedPage } from "./shared-page.server";
import { createPageCache, type PageCacheCounts, sharedRenderer } from "./page-cache.server";
import { type Asked, type PageKey, pageKeyReader } from "./page-key.server";

/** 100 renderings take about a second, as long as overload lets visitors wait (docs/decisions/page-cache.md). */
const most = { pages: 500, bytes: 32 * 1024 * 1024, renderings: 2, waiting: 100 };

/** A page is improved while the event loop is at most so late, in milliseconds: visitors come first. */
const maxDelayMs = 20;

/** The steps that a request may go on to. */
export interface NextSteps {
  /** Returns whether the process has time for the request; if not it has been answered. */
  admits: () => boolean;
  /** Answers that there is no time for the request. */
  refuse: () => void;
  /** Lets the request go on, as if there were no cache. */
  goOn: () => void;
}

export interface CachedPages {
  /** Answers with a shared page, and says so in the record. Hits are never refused, renderings are. */
  answer(req: IncomingMessage, res: ServerResponse, record: RequestRecord, next: NextSteps): void;
  /** Renders shared pages before they are requested, one after another, until the signal ends it. */
  prepare(requests: readonly Asked[], signal: AbortSignal): Promise<void>;
  counts: PageCacheCounts;
}

/**
 * The way of a page that is everybody's: from the cache to the socket, past Express and Remix, behind which the same
 * bytes go out seven times slower (docs/decisions/page-cache.md).
 *
 * @param loopDelay - returns how late the event loop is, in milliseconds
 */
export function serveFromCache(
  services: Services,
  remix: RequestHandler,
  loopDelay: () => number,
): CachedPages {
  const { clock, config, log } = services;
  const keyOf = pageKeyReader(services);
  const cache = createPageCache({
    render: sharedRenderer(services, remix),
    improve: improvedPage,
    hasTime: () => loopDelay() <= maxDelayMs,
    now: () => clock().getTime(),
    most,
  });
  const { locale: localeCookie } = cookiesFor(config);
  const localeHeader = new Map(localeCodes.map((code) => [code, ["set-cookie", localeCookie.set(code)]]));

  function send(req: IncomingMessage, res: ServerResponse, page: CachedPage, key: PageKey): void {
    const { head, unchangedHead, etag, body } = page[preferredEncoding(req.headers["accept-encoding"] ?? "")];
    const more = key.setsLocale ? (localeHeader.get(key.locale) ?? []) : [];
    const variants = key.variantsCookie === undefined ? [] : ["set-cookie", key.variantsCookie];
    const isUnchanged = etag !== undefined && isKnown(req.headers["if-none-match"], etag);
    const start = isUnchanged ? unchangedHead : head;
    res.writeHead(isUnchanged ? 304 : page.status, [...start, ...more, ...variants]);
    if (isUnchanged || req.method === "HEAD") res.end();
    else res.end(body);
  }

  return {
    counts: cache.counts,
    async prepare(requests, signal) {
      for (const key of requests.map(keyOf))
        if (key && !signal.aborted) await (cache.join(key) ?? cache.make(key));
    },
    answer(req, res, record, next) {
      const key = keyOf(req);
      if (!key) {
        if (next.admits()) next.goOn();
        return;
      }
      const page = cache.find(key);
      if (page) {
        record.cache = "hit";
        record.locale = key.locale;
        send(req, res, page, key);
        return;
      }
      const joined = cache.join(key);
      if (!joined && !next.admits()) return;
      const rendering = joined ?? cache.make(key);
      if (!rendering) {
        next.refuse();
        return;
      }
      const goOn = () => {
        if (!joined || next.admits()) next.goOn();
      };
      rendering.then(
        (made) => {
          if (!made) {
            goOn();
            return;
          }
          record.cache = "miss";
          record.locale = key.locale;
          send(req, res, made, key);
        },
        (error: unknown) => {
          log.error({ err: error }, "a shared page could not be rendered");
          goOn();
        },
      );
    },
  };
}

/** RFC 9110, section 13.1.2; a proxy may have made the tag weak. */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
