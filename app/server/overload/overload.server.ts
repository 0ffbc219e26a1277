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
import { judgeTarget } from "~/server/guard/guard-target.server";
import { hostnameOf } from "~/server/client-address.server";

const measureEveryMs = 50;

/**
 * Returns a function that reads the event loop's current delay in milliseconds: that of the last beat or of the next
 * one, if it is late. Node's own histogram (perf_hooks) reports a delay only when it is over.
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

/** Event loop delays above which requests are refused, in milliseconds (docs/decisions/overload.md). */
const maxDelayMs = {
  page: 150,
  /** A filled-in form. */
  form: 2000,
};

/**
 * With fewer waiting requests nothing is refused: they are a short burst, as at the start or after a pause of the
 * process, and are answered within a second.
 */
const crowd = 100;

/** The interval of the log line about refused requests, in milliseconds. */
const sayingMs = 60_000;

export interface Overload {
  /** Returns true if the process has time for the request, which then counts as waiting. */
  admits: (exchange: Exchange) => boolean;
  /** Answers 503. */
  refuse: (exchange: Exchange) => void;
  /** Counted since the start, for the metrics. */
  counts: { shed: number };
  /** Returns the number of waiting requests, for the metrics. */
  waiting: () => number;
}

interface OverloadOptions {
  config: Config;
  /** Returns the event loop's current delay, in milliseconds. */
  loopDelay: () => number;
  log: Pick<Log, "warn">;
  now?: () => number;
}

/**
 * Refuses pages while the process cannot keep up, before any work is done for them, so that accepted requests stay
 * fast. The answer is 503 with Retry-After, in the visitor's language. Files are cheap and always served. Probes and
 * cached pages do not pass through this guard; pages that have to be rendered do.
 */
export async function guardFromOverload(options: OverloadOptions): Promise<Overload> {
  const { config, loopDelay, log, now = () => performance.now() } = options;
  const pages = await busyPages(config);
  const localeOf = localeReader(config);
  const waiting = new Set<ServerResponse>();
  const counts = { shed: 0 };
  let saidAt = -Infinity;
  // Requests that are answered within their own turn never wait, but many of them make the turn long.
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
    // An event stream has sent its head, and waits for no work of this process.
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
      const most = req.method === "POST" ? maxDelayMs.form : maxDelayMs.page;
      if (delayMs > most && isCrowded() && !isCheap(exchange)) return false;
      // A form whose body is still arriving waits for its client, possibly forever, and does not count. A request may
      // be answered before its body has arrived, and must not be added after its end.
      if (req.method === "POST" && announcesBody(req)) req.once("end", () => res.closed || waiting.add(res));
      else waiting.add(res);
      res.once("close", () => waiting.delete(res));
      return true;
    },
  };
}

/** Returns true for files, and for event streams unless the request guard refuses them with a page. */
function isCheap(exchange: Exchange): boolean {
  const { req, address } = exchange;
  if ((req.method !== "GET" && req.method !== "HEAD") || address.isData) return false;
  if (isAssetPath(address.path)) return true;
  // An event stream is mostly idle, and a browser does not retry a refused one.
  return streamPatterns.has(address.pagePath) && judgeTarget(exchange) === undefined;
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
