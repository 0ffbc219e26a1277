import { createServer } from "node:http";
import type { Log } from "./log.server";
import { readPort } from "./log-fields";
import type { Config } from "~/config/environment";
import { describeListenError } from "~/config/listen-error";
import { collectDefaultMetrics, Counter, Gauge, register } from "prom-client";

export { createPrometheusMetrics } from "./prometheus-metrics.server";

/**
 * The values that the metrics report: the release, and functions that return the current counts of the process. The
 * functions are called for each request for the metrics.
 */
export interface MetricSources {
  release: string | undefined;
  /** Returns a hash of the settings that all instances must share. */
  hashSettings: () => string;
  getPageCacheCounts: () => Record<"hits" | "misses" | "evictions", number>;
  isAcqUp: () => Promise<boolean>;
  isBreakerOpen: () => boolean;
  /** Returns true if Redis is available. Undefined without REDIS_URL. */
  isRedisUp: (() => boolean) | undefined;
  countEventStreams: () => number;
  countFollowedRegistrations: () => number;
  countShedRequests: () => number;
  countLostLogLines: () => number;
  countWaitingRequests: () => number;
}

/** Registers the process's gauges and counters, and Node's own metrics. */
export function publishProcessMetrics(metricSources: MetricSources): void {
  const {
    release,
    hashSettings,
    getPageCacheCounts,
    isAcqUp,
    isBreakerOpen,
    isRedisUp,
    countEventStreams,
    countFollowedRegistrations,
    countShedRequests,
  } = metricSources;
  const { countLostLogLines, countWaitingRequests } = metricSources;
  collectDefaultMetrics();
  new Gauge({
    name: "velvetgate_build_info",
    help: "Always 1; the label names the running release",
    labelNames: ["release"],
  }).set({ release: release ?? "unknown" }, 1);
  new Gauge({
    name: "velvetgate_config_info",
    help: "Always 1; the label is a hash of the environment variables and defaults that must be equal in all instances",
    labelNames: ["hash"],
    collect() {
      this.reset();
      this.set({ hash: hashSettings() }, 1);
    },
  });
  new Counter({
    name: "velvetgate_page_cache_total",
    help: "Lookups in the page cache (hits, misses) and pages removed from it (evictions)",
    labelNames: ["outcome"],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(getPageCacheCounts())) this.inc({ outcome }, count);
    },
  });
  addCounter(
    "velvetgate_shed_total",
    "Requests rejected with 503 because the process was overloaded",
    countShedRequests,
  );
  addCounter("velvetgate_log_lines_lost_total", "Log lines that could not be written", countLostLogLines);
  new Gauge({
    name: "velvetgate_acq_up",
    help: "1 if acq answers, 0 if it does not",
    async collect() {
      this.set((await isAcqUp()) ? 1 : 0);
    },
  });
  addGauge(
    "velvetgate_acq_breaker_open",
    "1 while the circuit breaker is open: acq fails, and the process does not call it",
    () => Number(isBreakerOpen()),
  );
  if (isRedisUp)
    addGauge(
      "velvetgate_redis_up",
      "1 while rate limits are shared through Redis, 0 while this process counts on its own",
      () => Number(isRedisUp()),
    );
  addGauge(
    "velvetgate_requests_waiting",
    "Requests that wait for their responses, including open event streams",
    countWaitingRequests,
  );
  addGauge(
    "velvetgate_clock_seconds",
    "The machine's clock at the scrape, in seconds since 1970",
    () => Date.now() / 1000,
  );
  addGauge(
    "velvetgate_event_streams",
    "Open event streams, each of a page that waits for the activation of a registration",
    countEventStreams,
  );
  addGauge(
    "velvetgate_followed_registrations",
    "Registrations with an open subscription at acq",
    countFollowedRegistrations,
  );
}

function addCounter(name: string, help: string, readValue: () => number): void {
  new Counter({
    name,
    help,
    collect() {
      this.reset();
      this.inc(readValue());
    },
  });
}

function addGauge(name: string, help: string, readValue: () => number): void {
  new Gauge({
    name,
    help,
    collect() {
      this.set(readValue());
    },
  });
}

interface MetricsOptions {
  config: Pick<Config, "port" | "metricsPort" | "metricsHost">;
  readiness: Readonly<{ isReady: boolean }>;
  /** Called with one line of text if the metrics port is not available. */
  onError: (reason: string) => void;
  log: Pick<Log, "info" | "warn">;
}

/**
 * Serves `GET /metrics` in Prometheus's text format on a separate port, never the public one
 * (docs/operate/configuration.md). Only this machine can reach the port unless METRICS_HOST is set.
 *
 * `GET /readyz` is for the proxy's checks. The port responds until the process exits, so that a proxy can tell a
 * shutdown from a crash (docs/decisions/proxy.md). The response never waits for acq.
 */
export function publishMetrics({ config, readiness, onError, log }: MetricsOptions): void {
  const { metricsPort: port, metricsHost: host } = config;
  const proxyCheckTimeGauge = new Gauge({
    name: "velvetgate_proxy_check_timestamp_seconds",
    help: "Time of HAProxy's last health check, in seconds since 1970 by this machine's clock; 0 before the first",
  });
  let hasWarned = false;
  // Warns if HAProxy checks this port for another instance. If one of the two instances hung, HAProxy would keep the
  // hanging instance and take out the healthy one.
  function warnAboutOtherInstance(serverState: string | string[]): void {
    const checkedPort = Number(/; port=(\d+);/.exec(String(serverState))?.[1] ?? config.port);
    if (hasWarned || checkedPort === config.port) return;
    hasWarned = true;
    log.warn(
      { port: config.port, checkedPort },
      "HAProxy's check of another instance (its PORT is checkedPort) reaches this instance's METRICS_PORT: correct the check port in 40-instances.cfg, unless a container maps the ports",
    );
  }
  const server = createServer((req, res) => {
    // Watchdogs probe this port instead of the public one, because visitors can overload the public port only.
    if (req.url === "/healthz" && req.method === "GET") {
      res.writeHead(200).end();
      return;
    }
    if (req.url === "/readyz" && req.method === "GET") {
      const serverState = req.headers["x-haproxy-server-state"];
      // Only HAProxy's checks count: Kubernetes and watchdogs request `/readyz` too, but without HAProxy's header.
      if (serverState !== undefined) {
        proxyCheckTimeGauge.setToCurrentTime();
        warnAboutOtherInstance(serverState);
      }
      res.writeHead(readiness.isReady ? 200 : 503).end();
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
    onError(
      describeListenError(error, { portVariable: "METRICS_PORT", port, hostVariable: "METRICS_HOST", host }),
    );
  });
  // With `unref`, this server does not keep the process alive.
  server.listen(port, host).unref();
  server.once("listening", () => {
    log.info({ port: readPort(server.address()) }, "the metrics endpoint is listening");
  });
}
