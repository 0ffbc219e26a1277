import type { ServerResponse } from "node:http";
import { type EventLoopUtilization, performance } from "node:perf_hooks";
import { parse } from "cookie";
import type { Config } from "~/config/environment";
import type { Locale } from "~/i18n/locales";
import type { Log } from "~/telemetry/log.server";
import { resolveRequestLocale } from "~/request/request-locale.server";
import { isAssetPath, streamPatterns } from "~/request/paths";
import type { Exchange } from "~/server/exchange";
import { type PreparedPage, preparePages } from "~/server/prepared-pages.server";
import type { Cookies } from "~/cookies/cookies.server";
import { hasBody } from "~/server/guard/guard-body.server";
import { readHostname } from "~/server/client-address.server";

const measureIntervalMs = 50;

/** Measurements that show how busy the event loop is. */
export interface EventLoopLoad {
  /**
   * Returns the current delay of the event loop in milliseconds: how late the last measurement was, or how late the
   * next measurement already is. Node's own histogram (perf_hooks) reports a delay only afterwards.
   */
  getDelayMs: () => number;
  /** Returns for how long the event loop has been busy without a pause, in milliseconds. */
  getBusyDurationMs: () => number;
}

/** The event loop counts as busy without a pause if its utilization since the last measurement is at least this. */
const busyUtilization = 0.95;

/** Starts to measure the event loop of this process. */
export function watchEventLoop(
  now: () => number = () => performance.now(),
  utilization: (since?: EventLoopUtilization) => EventLoopUtilization = performance.eventLoopUtilization,
): EventLoopLoad {
  let lastMeasuredAt = now();
  let lastDelayMs = 0;
  let lastIdleAt = lastMeasuredAt;
  let lastUtilization = utilization();
  setInterval(() => {
    const measuredAt = now();
    lastDelayMs = measuredAt - lastMeasuredAt - measureIntervalMs;
    lastMeasuredAt = measuredAt;
    if (utilization(lastUtilization).utilization < busyUtilization) lastIdleAt = measuredAt;
    lastUtilization = utilization();
  }, measureIntervalMs).unref();
  return {
    getDelayMs: () => Math.max(0, lastDelayMs, now() - lastMeasuredAt - measureIntervalMs),
    getBusyDurationMs: () => lastMeasuredAt - lastIdleAt,
  };
}

/** The load of an idle process. The warm-up uses it, so that its own requests are never refused. */
export const idleEventLoopLoad: EventLoopLoad = { getDelayMs: () => 0, getBusyDurationMs: () => 0 };

/** Event loop delays above which requests are refused, in milliseconds (docs/decisions/overload.md). */
const refusalDelaysMs = {
  page: 150,
  /** The event loop delay above which submitted forms are refused. */
  form: 2000,
};

/**
 * A delayed event loop causes no refusal while fewer requests than this are waiting. The process handles such a short
 * burst, for example after its start or a pause, within a second.
 */
const maxToleratedRequests = 100;

/**
 * Requests are also refused if the event loop has been busy without a pause for more than `busyMs` while `waiting`
 * requests wait. A request takes several turns of the loop. If each turn is short, the delay of the loop stays low
 * although visitors wait for seconds.
 */
const sustainedLoadLimits = {
  page: { busyMs: 500, waiting: 50 },
  form: { busyMs: 2000, waiting: 200 },
};

/** The limits of waiting requests are higher by this factor for a client that has no other waiting request. */
const newClientLimitFactor = 2;

/** The interval of the log line about refused requests, in milliseconds. */
const logIntervalMs = 60_000;

export interface OverloadGuard {
  /**
   * Returns true if the process has time for the request, which then counts as waiting until its response is complete.
   *
   * @param isQueued - true for a rendering that waits in the page cache's own short queue and delays no other page
   */
  admits: (exchange: Exchange, isQueued?: boolean) => boolean;
  /** Refuses the request with 503 and Retry-After, in the visitor's language. */
  refuse: (exchange: Exchange) => void;
  /**
   * The numbers of requests since the start of the process, for the metrics. `refusedRequests`: requests that got 503.
   */
  counts: { refusedRequests: number };
  /** Returns the number of waiting requests, for the metrics. */
  countWaitingRequests: () => number;
}

interface OverloadOptions {
  config: Config;
  cookies: Cookies;
  eventLoopLoad: EventLoopLoad;
  log: Pick<Log, "warn">;
}

interface WaitingRequest extends Pick<Exchange, "record" | "network"> {
  /** True for a rendering in the page cache's own queue, which delays no other page. */
  isQueued: boolean;
}

/** The Retry-After header of the page for too many visitors, in seconds. */
const retryAfterSeconds = "5";

/** Renders the page for too many visitors in advance, once per language: an overloaded process has no time for it. */
export function prepareOverloadPages(config: Config): Promise<ReadonlyMap<Locale, PreparedPage>> {
  const messageKeys = {
    title: "errors:unavailable.title",
    heading: "errors:unavailable.heading",
    body: "errors:unavailable.busy",
    button: "errors:unavailable.button",
  } as const;
  return preparePages(config, messageKeys, { "retry-after": retryAfterSeconds });
}

/**
 * Refuses pages while the process cannot keep up, before any work for these pages is done, so that accepted requests
 * stay fast. Files and event streams are cheap and always served. Probes and cached pages do not reach this guard,
 * because earlier steps send them.
 */
export async function createOverloadGuard({
  config,
  cookies,
  eventLoopLoad,
  log,
}: OverloadOptions): Promise<OverloadGuard> {
  const overloadPages = await prepareOverloadPages(config);
  const readLocale = createLocaleReader(config, cookies);
  const waitingRequests = new Map<ServerResponse, WaitingRequest>();
  const counts = { refusedRequests: 0 };
  let lastLoggedAt = -Infinity;
  // The number of requests in the current turn of the event loop and in the previous one. Requests that are answered
  // within one turn are counted too: they never wait, but many of them make the turn long.
  const turnRequestCounts = { current: 0, previous: 0 };

  function countRequestInTurn(): void {
    if (turnRequestCounts.current === 0 && turnRequestCounts.previous === 0) setImmediate(endTurn);
    turnRequestCounts.current += 1;
  }

  function endTurn(): void {
    turnRequestCounts.previous = turnRequestCounts.current;
    turnRequestCounts.current = 0;
    if (turnRequestCounts.previous > 0) setImmediate(endTurn);
  }

  /** Returns true if at least this number of requests waits for this process, not for acq. */
  function hasWaitingRequests(minCount: number, includesQueued: boolean): boolean {
    let count = 0;
    // Skips event streams, which have sent their headers and need no work of this process. Skips requests with an open
    // call, which wait for acq.
    for (const [res, { isQueued, record }] of waitingRequests) {
      const needsWork = !res.headersSent && record.openAcqCalls === 0 && (includesQueued || !isQueued);
      if (needsWork && (count += 1) >= minCount) return true;
    }
    return false;
  }

  const isNetworkWaiting = (network: string) =>
    [...waitingRequests.values()].some((request) => request.network === network);

  function isOverloaded(exchange: Exchange): boolean {
    const requestKind = exchange.req.method === "POST" ? "form" : "page";
    const { busyMs, waiting: minWaiting } = sustainedLoadLimits[requestKind];
    const isLoopDelayed = eventLoopLoad.getDelayMs() > refusalDelaysMs[requestKind];
    if (!isLoopDelayed && eventLoopLoad.getBusyDurationMs() <= busyMs) return false;
    const limitFactor = isNetworkWaiting(exchange.network) ? 1 : newClientLimitFactor;
    if (!isLoopDelayed) return hasWaitingRequests(minWaiting * limitFactor, false);
    return (
      turnRequestCounts.previous >= maxToleratedRequests * limitFactor ||
      hasWaitingRequests(maxToleratedRequests * limitFactor, true)
    );
  }

  function refuse(exchange: Exchange): void {
    const { req, res, record } = exchange;
    record.refusal = "overload";
    counts.refusedRequests += 1;
    if (performance.now() - lastLoggedAt > logIntervalMs) {
      lastLoggedAt = performance.now();
      log.warn(
        {
          delayMs: Math.round(eventLoopLoad.getDelayMs()),
          busyMs: Math.round(eventLoopLoad.getBusyDurationMs()),
          shed: counts.refusedRequests,
        },
        "overload: new requests get 503",
      );
    }
    const page = overloadPages.get(readLocale(exchange));
    // Closes the connection after the response: the unread rest of the request body would precede the next request.
    if (hasBody(req)) res.shouldKeepAlive = false;
    res.writeHead(503, [...(page?.rawHeaders ?? [])]);
    res.end(req.method === "HEAD" ? undefined : page?.body);
  }

  return {
    counts,
    countWaitingRequests: () => waitingRequests.size,
    refuse,
    admits(exchange, isQueued = false) {
      const { req, res, record, network } = exchange;
      // Files and event streams are not counted. Otherwise a client could cause refusals by requesting thousands of
      // files that do not exist.
      if (isAlwaysServed(exchange)) return true;
      countRequestInTurn();
      if (isOverloaded(exchange)) return false;
      const request = { isQueued, record, network };
      // A form counts as waiting only once its body is complete, because a client may never finish sending. If the
      // response is closed by then, the form is not added, because no "close" event would remove it.
      if (req.method === "POST" && hasBody(req))
        req.once("end", () => res.closed || waitingRequests.set(res, request));
      else waitingRequests.set(res, request);
      res.once("close", () => waitingRequests.delete(res));
      return true;
    },
  };
}

/** Returns true for files and event streams, which are never refused. */
function isAlwaysServed({ req, address }: Exchange): boolean {
  if ((req.method !== "GET" && req.method !== "HEAD") || address.isDataRequest) return false;
  if (isAssetPath(address.path)) return true;
  // Never refuses event streams: they are mostly idle, and browsers do not retry a refused one.
  return streamPatterns.has(address.pagePath);
}

function createLocaleReader(config: Config, cookies: Cookies): (exchange: Exchange) => Locale {
  return ({ address, req: { headers } }) =>
    resolveRequestLocale(config, cookies, {
      prefixLocale: address.prefixLocale,
      requestCookies: parse(headers.cookie ?? ""),
      hostname: readHostname(headers, config.trustedProxyCount),
      acceptLanguage: headers["accept-language"],
    });
}
