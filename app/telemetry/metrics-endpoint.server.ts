import { createServer } from "node:http";
import type { Config } from "~/config/environment";
import { collectDefaultMetrics, Counter, Gauge, register } from "prom-client";

/** What the parts of the process know of themselves, asked when somebody reads the metrics. */
export interface Counted {
  pageCache: () => Record<"hits" | "misses" | "evictions", number>;
  isAcqUp: () => Promise<boolean>;
  isBreakerOpen: () => boolean;
  eventStreams: () => number;
  followed: () => number;
  shed: () => number;
}

/** Names what this process counts, with what Node tells of itself. */
export function measure(counted: Counted): void {
  const { pageCache, isAcqUp, isBreakerOpen, eventStreams, followed, shed } = counted;
  collectDefaultMetrics();
  new Counter({
    name: "velvetgate_page_cache_total",
    help: "Whole pages that the cache had, had not, and let go for want of room",
    labelNames: ["outcome"],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(pageCache())) this.inc({ outcome }, count);
    },
  });
  new Counter({
    name: "velvetgate_shed_total",
    help: "Requests that were refused since the process could not keep up",
    collect() {
      this.reset();
      this.inc(shed());
    },
  });
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
  gauge("velvetgate_event_streams", "Pages that follow their visitor's registration", eventStreams);
  gauge("velvetgate_followed_registrations", "Registrations that acq was asked to tell of", followed);
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

/**
 * Answers `GET /metrics` in Prometheus's text format on a port of its own, never the public one (docs/product.md#configuration). Only this
 * machine reaches it unless METRICS_HOST says otherwise.
 *
 * @param onError with the reason in a line when the port cannot be had
 */
export function publishMetrics(
  { metricsPort, metricsHost }: Pick<Config, "metricsPort" | "metricsHost">,
  onError: (reason: string) => void,
): void {
  const server = createServer((req, res) => {
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
    const taken = error.code === "EADDRINUSE";
    onError(taken ? `METRICS_PORT ${String(metricsPort)} is taken; choose another` : error.message);
  });
  // Nobody waits for it: the process ends when the site does.
  server.listen(metricsPort, metricsHost).unref();
}
