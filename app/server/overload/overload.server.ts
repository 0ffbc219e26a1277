import type { ServerResponse } from "node:http";
import { type EventLoopUtilization, performance } from "node:perf_hooks";
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
import { hostnameOf } from "~/server/client-address.server";

const measureEveryMs = 50;

/** How busy the event loop is. */
export interface LoopLoad {
  /**
   * Returns the current delay in milliseconds: that of the last beat or of the next one, if it is late. Node's own
   * histogram (perf_hooks) reports a delay only when it is over.
   */
  delay: () => number;
  /** Returns for how long the loop has had no time to idle, in milliseconds. */
  busy: () => number;
}

/** The utilization of the event loop from which it counts as having no time to idle. */
const busyUtilization = 0.95;

/** Measures the event loop of this process from now on. */
export function watchLoop(
  now: () => number = () => performance.now(),
  utilization: (since?: EventLoopUtilization) => EventLoopUtilization = performance.eventLoopUtilization,
): LoopLoad {
  let last = now();
  let late = 0;
  let idleAt = last;
  let measured = utilization();
  setInterval(() => {
    const at = now();
    late = at - last - measureEveryMs;
    last = at;
    if (utilization(measured).utilization < busyUtilization) idleAt = at;
    measured = utilization();
  }, measureEveryMs).unref();
  return {
    delay: () => Math.max(0, late, now() - last - measureEveryMs),
    busy: () => last - idleAt,
  };
}

/** The load of a server that is alone with its own requests, as during the warm-up. */
export const idleLoop: LoopLoad = { delay: () => 0, busy: () => 0 };

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

/**
 * Requests are also refused when the event loop has not idled for this time and this many requests wait. A request takes
 * several turns of the loop: if each turn is short, the delay stays low although visitors wait for seconds.
 */
const lasting = {
  page: { busyMs: 500, waiting: 50 },
  form: { busyMs: 2000, waiting: 200 },
};

/** The interval of the log line about refused requests, in milliseconds. */
const sayingMs = 60_000;

export interface Overload {
  /**
   * Returns true if the process has time for the request, which then counts as waiting.
   *
   * @param isQueued - true for a rendering that waits in a short queue of its own and delays no other page
   */
  admits: (exchange: Exchange, isQueued?: boolean) => boolean;
  /** Answers 503. */
  refuse: (exchange: Exchange) => void;
  /** Counted since the start, for the metrics. */
  counts: { shed: number };
  /** Returns the number of waiting requests, for the metrics. */
  waiting: () => number;
}

interface OverloadOptions {
  config: Config;
  loop: LoopLoad;
  log: Pick<Log, "warn">;
  now?: () => number;
}

/**
 * Refuses pages while the process cannot keep up, before any work is done for them, so that accepted requests stay
 * fast. The answer is 503 with Retry-After, in the visitor's language. Files are cheap and always served. Probes and
 * cached pages do not pass through this guard; pages that have to be rendered do.
 */
export async function guardFromOverload(options: OverloadOptions): Promise<Overload> {
  const { config, loop, log, now = () => performance.now() } = options;
  const pages = await busyPages(config);
  const localeOf = localeReader(config);
  /** Waiting requests; true: in a queue of its own. */
  const waiting = new Map<ServerResponse, boolean>();
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

  /** Returns true if at least this number of requests waits. */
  function areWaiting(min: number, countsQueued: boolean): boolean {
    let count = 0;
    // An event stream has sent its head, and waits for no work of this process.
    for (const [res, isQueued] of waiting)
      if (!res.headersSent && (countsQueued || !isQueued) && (count += 1) >= min) return true;
    return false;
  }

  function isOverloaded(isForm: boolean): boolean {
    const kind = isForm ? "form" : "page";
    if (loop.delay() > maxDelayMs[kind]) return turn.before >= crowd || areWaiting(crowd, true);
    const { busyMs, waiting: min } = lasting[kind];
    return loop.busy() > busyMs && areWaiting(min, false);
  }

  function refuse(exchange: Exchange): void {
    const { req, res, record } = exchange;
    record.refusal = "overload";
    counts.shed += 1;
    if (now() - saidAt > sayingMs) {
      saidAt = now();
      const load = { delayMs: Math.round(loop.delay()), busyMs: Math.round(loop.busy()) };
      log.warn({ ...load, ...counts }, "overload: new requests get 503");
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
    admits(exchange, isQueued = false) {
      const { req, res } = exchange;
      // Cheap requests are no reason to refuse others: a client may ask for thousands of files that do not exist.
      if (isCheap(exchange)) return true;
      countInTurn();
      if (isOverloaded(req.method === "POST")) return false;
      // A form without its whole body waits for its client, possibly forever, and does not count. A request may be
      // answered before its body has arrived, and must not be added after its end.
      if (req.method === "POST" && announcesBody(req))
        req.once("end", () => res.closed || waiting.set(res, isQueued));
      else waiting.set(res, isQueued);
      res.once("close", () => waiting.delete(res));
      return true;
    },
  };
}

/** Returns true for files and event streams. */
function isCheap({ req, address }: Exchange): boolean {
  if ((req.method !== "GET" && req.method !== "HEAD") || address.isData) return false;
  if (isAssetPath(address.path)) return true;
  // An event stream is mostly idle, and a browser does not retry a refused one.
  return streamPatterns.has(address.pagePath);
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
