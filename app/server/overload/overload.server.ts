import type { ServerResponse } from "node:http";
import { parse } from "cookie";
import type { Config } from "~/config/environment";
import type { Locale } from "~/i18n/locales";
import type { Log } from "~/telemetry/log.server";
import { askedLocale } from "~/request/asked-locale.server";
import { isAssetPath, streamPatterns } from "~/request/paths";
import type { Exchange } from "~/server/exchange";
import { busyPages } from "./busy-pages.server";
import { cookiesFor } from "~/request/cookies/cookies.server";
import { announcesBody } from "~/server/guard/guard-body.server";
import { isPlainPath } from "~/server/guard/guard-target.server";
import { hostnameOf } from "~/server/client-address.server";

const measureEveryMs = 50;

/**
 * How late the event loop is now, in milliseconds: as late as the last beat was, or as the next one already is. Node's
 * own histogram (perf_hooks) tells of it when it is over; this tells within the very turn that takes too long.
 */
export function watchLoop(now: () => number = () => performance.now()): () => number {
  let last = now();
  let late = 0;
  setInterval(() => {
    const at = now();
    late = at - last - measureEveryMs;
    last = at;
  }, measureEveryMs).unref();
  return () => Math.max(0, late, now() - last - measureEveryMs);
}

/** How late the event loop may be before requests are refused, in milliseconds (docs/decisions/overload.md). */
const mostDelay = {
  page: 150,
  /** A filled-in form. */
  form: 2000,
};

/**
 * Fewer than these that wait for their answer are no crowd but a moment's burst, at the start say, or a process that
 * was stopped for a while: they are answered within a second.
 */
const crowd = 100;

/** In milliseconds: how often the log says that requests are refused. */
const sayingMs = 60_000;

export interface Overload {
  /** Returns whether the process has time for the request, which then counts as waiting. */
  admits: (exchange: Exchange) => boolean;
  /** Answers that the process has no time for the request. */
  refuse: (exchange: Exchange) => void;
  /** Since the start; metrics read it. */
  counts: { shed: number };
  /** Returns how many requests wait for their answers now; metrics read it. */
  waiting: () => number;
}

interface OverloadOptions {
  config: Config;
  /** How late the event loop is now, in milliseconds. */
  loopDelay: () => number;
  log: Pick<Log, "warn">;
  now?: () => number;
}

/**
 * Refuses pages while the process cannot keep up, before anything is done for them, so that those that it has taken
 * stay fast: 503 with Retry-After, in the visitor's language. Files cost nothing and are always answered. Probes and
 * pages that the page cache has do not come here; pages that it has to render do.
 */
export async function guardFromOverload(options: OverloadOptions): Promise<Overload> {
  const { config, loopDelay, log, now = () => performance.now() } = options;
  const pages = await busyPages(config);
  const localeOf = localeReader(config);
  const waiting = new Set<ServerResponse>();
  const counts = { shed: 0 };
  let saidAt = -Infinity;
  // Requests that are answered within their own turn never wait; many of them make the turn long all the same.
  const turn = { requests: 0, before: 0 };

  function countInTurn(): void {
    if (turn.requests === 0 && turn.before === 0) setImmediate(endTurn);
    turn.requests += 1;
  }

  function endTurn(): void {
    turn.before = turn.requests;
    turn.requests = 0;
    if (turn.before > 0) setImmediate(endTurn);
  }

  function isCrowded(): boolean {
    if (turn.before >= crowd) return true;
    let count = 0;
    // An event stream has its head, and waits for nothing of ours.
    for (const res of waiting) if (!res.headersSent && (count += 1) >= crowd) return true;
    return false;
  }

  function refuse(exchange: Exchange): void {
    const { req, res, record } = exchange;
    record.refusal = "overload";
    counts.shed += 1;
    if (now() - saidAt > sayingMs) {
      saidAt = now();
      log.warn({ delayMs: Math.round(loopDelay()), ...counts }, "overload: requests are refused");
    }
    const page = pages.get(localeOf(exchange));
    // The rest of the body is not read: it ends with the connection.
    if (announcesBody(req)) res.shouldKeepAlive = false;
    res.writeHead(503, [...(page?.head ?? [])]);
    res.end(req.method === "HEAD" ? undefined : page?.body);
  }

  return {
    counts,
    waiting: () => waiting.size,
    refuse,
    admits(exchange) {
      const { req, res } = exchange;
      countInTurn();
      const delayMs = loopDelay();
      const most = req.method === "POST" ? mostDelay.form : mostDelay.page;
      if (delayMs > most && isCrowded() && !isCheap(exchange)) return false;
      // A form that is not sent yet does not wait for us, and could do so for ever. A request may be answered before its
      // body has arrived: it must not begin to wait after it has ended.
      if (req.method === "POST" && announcesBody(req)) req.once("end", () => res.closed || waiting.add(res));
      else waiting.add(res);
      res.once("close", () => waiting.delete(res));
      return true;
    },
  };
}

/** Returns true for files and event streams; what the request guard refuses costs as much as a page. */
function isCheap({ req: { method }, address: { path, pagePath, search, isData } }: Exchange): boolean {
  if ((method !== "GET" && method !== "HEAD") || isData || search.includes("_data") || !isPlainPath(path))
    return false;
  // An event stream waits more than it works, and a browser that is refused one does not ask again.
  return isAssetPath(path) || streamPatterns.has(pagePath);
}

function localeReader(config: Config): (exchange: Exchange) => Locale {
  const cookies = cookiesFor(config);
  return ({ address, req: { headers } }) =>
    askedLocale(config, cookies, {
      prefixed: address.prefixLocale,
      requestCookies: parse(headers.cookie ?? ""),
      hostname: hostnameOf(headers, config.trustProxy),
      acceptLanguage: headers["accept-language"],
    });
}
