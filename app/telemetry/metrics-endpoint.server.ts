import { createServer } from "node:http";
import type { Log } from "./log.server";
import { portOf } from "./log-facts";
import type { Config } from "~/config/environment";
import { listenFault } from "~/config/listen-fault";
import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from "prom-client";
import type { Metrics } from "./metrics";

/** Histogram buckets in seconds: a cached page takes less than a millisecond, acq up to thirty seconds. */
const requestSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const acqSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const countedMethods = new Set(["GET", "HEAD", "POST"]);

/**
 * Creates counters for Prometheus. Every label has a few values (docs/decisions/telemetry.md). Counters that alerts use
 * start at 0: Prometheus does not see the first increase of a series that starts with it.
 *
 * @param pages - the patterns of all pages
 * @param limitNames - the limits that visitors can reach
 */
export function prometheusMetrics(pages: readonly string[], limitNames: readonly string[]): Metrics {
  const requests = new Counter({
    name: "velvetgate_http_requests_total",
    help: "Requests by their page's pattern, method and status; 499: the client went away before the answer",
    labelNames: ["route", "method", "status"],
  });
  for (const route of pages)
    for (const method of ["GET", "POST"])
      for (const status of [500, 503]) requests.inc({ route, method, status }, 0);
  const durations = new Histogram({
    name: "velvetgate_http_request_duration_seconds",
    help: "From a request's head to its answer's last byte; event streams excepted",
    labelNames: ["route", "method", "status"],
    buckets: requestSeconds,
  });
  const calls = new Histogram({
    name: "velvetgate_acq_call_duration_seconds",
    help: "Calls to acq with their repetition; breaker: not made, gone: the visitor left",
    labelNames: ["operation", "outcome"],
    buckets: acqSeconds,
  });
  const registrations = counter("velvetgate_registrations_total", "Submitted registrations", "outcome", [
    "created",
  ]);
  const codeChecks = counter("velvetgate_code_checks_total", "Checked codes by what decided", "error", [
    "none",
  ]);
  const invited = new Counter({
    name: "velvetgate_invited_total",
    help: "Networks that came with a code that can be used, each once in ten minutes",
  });
  const limits = counter(
    "velvetgate_limit_hits_total",
    "Visitors that a limit turned away",
    "limit",
    limitNames,
  );
  const cspViolations = counter(
    "velvetgate_csp_violations_total",
    "What browsers reported of the Content-Security-Policy",
    "directive",
  );
  const browserFailures = counter(
    "velvetgate_browser_failures_total",
    "Failures in browsers by kind",
    "kind",
  );

  return {
    request(route, asked, status, seconds) {
      const method = countedMethods.has(asked) ? asked : "other";
      requests.inc({ route, method, status });
      if (seconds !== undefined) durations.observe({ route, method, status }, seconds);
    },
    acqCall(operation, outcome, seconds) {
      calls.observe({ operation, outcome }, seconds);
    },
    registration: registrations,
    codeCheck: codeChecks,
    invited: () => {
      invited.inc();
    },
    limitHit: limits,
    cspViolation: cspViolations,
    browserFailure: browserFailures,
  };
}

/**
 * @param startingAtZero - values of the label whose series exist before their first count
 * @returns a function that counts one more under a value of the label
 */
function counter(
  name: string,
  help: string,
  label: string,
  startingAtZero: readonly string[] = [],
): (value: string) => void {
  const one = new Counter({ name, help, labelNames: [label] });
  for (const value of startingAtZero) one.inc({ [label]: value }, 0);
  return (value) => {
    one.inc({ [label]: value });
  };
}

/** The counters of the process's parts, read when metrics are requested. */
export interface Counted {
  release: string | undefined;
  pageCache: () => Record<"hits" | "misses" | "evictions", number>;
  isAcqUp: () => Promise<boolean>;
  isBreakerOpen: () => boolean;
  /** Undefined without REDIS_URL. */
  isRedisUp: (() => boolean) | undefined;
  eventStreams: () => number;
  followed: () => number;
  shed: () => number;
  lostLogLines: () => number;
  waiting: () => number;
}

/** Publishes the process's gauges together with Node's own metrics. */
export function publishGauges(counted: Counted): void {
  const { release, pageCache, isAcqUp, isBreakerOpen, isRedisUp, eventStreams, followed, shed } = counted;
  const { lostLogLines, waiting } = counted;
  collectDefaultMetrics();
  new Gauge({
    name: "velvetgate_build_info",
    help: "Always 1; its label is the release that runs",
    labelNames: ["release"],
  }).set({ release: release ?? "unknown" }, 1);
  new Counter({
    name: "velvetgate_page_cache_total",
    help: "Whole pages that the cache had, had not, and let go for want of room",
    labelNames: ["outcome"],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(pageCache())) this.inc({ outcome }, count);
    },
  });
  total("velvetgate_shed_total", "Requests that were refused since the process could not keep up", shed);
  total("velvetgate_log_lines_lost_total", "Lines of the log that could not be written", lostLogLines);
  new Gauge({
    name: "velvetgate_acq_up",
    help: "1 when acq answers now, 0 when it does not",
    async collect() {
      this.set((await isAcqUp()) ? 1 : 0);
    },
  });
  gauge("velvetgate_acq_breaker_open", "1 while the process keeps its visitors from acq, for it fails", () =>
    Number(isBreakerOpen()),
  );
  if (isRedisUp)
    gauge(
      "velvetgate_redis_up",
      "1 while limits are shared through Redis, 0 while this process counts for itself",
      () => Number(isRedisUp()),
    );
  gauge(
    "velvetgate_requests_waiting",
    "Requests that wait for their answers, event streams included",
    waiting,
  );
  gauge("velvetgate_event_streams", "Pages that follow their visitor's registration", eventStreams);
  gauge("velvetgate_followed_registrations", "Registrations that acq was asked to tell of", followed);
}

function total(name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

function gauge(name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    collect() {
      this.set(read());
    },
  });
}

interface MetricsPort {
  config: Pick<Config, "metricsPort" | "metricsHost">;
  readiness: Readonly<{ ready: boolean }>;
  /** Called with one line when the port is not available. */
  onError: (reason: string) => void;
  log: Pick<Log, "info">;
}

/**
 * Serves `GET /metrics` in Prometheus's text format on a separate port, never the public one
 * (docs/product.md#configuration). Only this machine can reach it unless METRICS_HOST is set.
 *
 * `GET /readyz` is for the proxy's checks: the port answers until the process ends, so that a proxy can tell a shutdown
 * from a crash (docs/decisions/proxy.md). It never waits for acq.
 */
export function publishMetrics({ config, readiness, onError, log }: MetricsPort): void {
  const { metricsPort: port, metricsHost: host } = config;
  const server = createServer((req, res) => {
    // For watchdogs: visitors cannot overload this port.
    if (req.url === "/healthz" && req.method === "GET") {
      res.writeHead(200).end();
      return;
    }
    if (req.url === "/readyz" && req.method === "GET") {
      res.writeHead(readiness.ready ? 200 : 503).end();
      return;
    }
    if (req.url !== "/metrics" || req.method !== "GET") {
      res.writeHead(404).end();
      return;
    }
    register.metrics().then(
      (text) => res.writeHead(200, { "Content-Type": register.contentType }).end(text),
      () => res.writeHead(503).end(),
    );
  });
  server.on("error", (error: NodeJS.ErrnoException) => {
    onError(listenFault(error, { portVariable: "METRICS_PORT", port, hostVariable: "METRICS_HOST", host }));
  });
  // The server does not keep the process alive.
  server.listen(port, host).unref();
  server.once("listening", () => {
    log.info({ port: portOf(server.address()) }, "metrics are published");
  });
}
