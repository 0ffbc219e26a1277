import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestHandler } from "@remix-run/node";
import type { Services } from "~/request/services.server";
import { cookiesFor } from "~/request/cookies/cookies.server";
import { localeCodes } from "~/i18n/locales";
import { preferredEncoding } from "~/server/preferred-encoding.server";
import type { RequestRecord } from "~/telemetry/request-record.server";
import type { CachedPage } from "./shared-page.server";
import { createPageCache, type PageCacheCounts, sharedRenderer } from "./page-cache.server";
import { type PageKey, pageKeyReader } from "./page-key.server";

const most = { pages: 500, bytes: 32 * 1024 * 1024 };

interface CachedPages {
  /** Answers with a shared page, and says so in the record, or lets everything else go `on`. */
  answer(req: IncomingMessage, res: ServerResponse, record: RequestRecord, on: () => void): void;
  counts: PageCacheCounts;
}

/**
 * The way of a page that is everybody's: from the cache to the socket, past Express and Remix, behind which the same
 * bytes go out seven times slower (docs/decisions/page-cache.md).
 */
export function serveFromCache(services: Services, remix: RequestHandler): CachedPages {
  const { clock, config, log } = services;
  const keyOf = pageKeyReader(services);
  const render = sharedRenderer(services, remix);
  const cache = createPageCache({ render, now: () => clock().getTime(), most });
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
    answer(req, res, record, on) {
      const key = keyOf(req);
      if (!key) {
        on();
        return;
      }
      const page = cache.find(key);
      if (page) {
        record.cache = "hit";
        record.locale = key.locale;
        send(req, res, page, key);
        return;
      }
      cache.make(key).then(
        (made) => {
          if (!made) {
            on();
            return;
          }
          record.cache = "miss";
          record.locale = key.locale;
          send(req, res, made, key);
        },
        (error: unknown) => {
          log.error({ err: error }, "a shared page could not be rendered");
          on();
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
