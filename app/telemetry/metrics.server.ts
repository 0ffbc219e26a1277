import cluster from "node:cluster";
import { createServer } from "node:http";
import { AggregatorRegistry, collectDefaultMetrics, Counter, register } from "prom-client";

/** What the parts of the process have counted since its start. */
export interface Counted {
  pageCache: () => Record<"hits" | "misses" | "evictions", number>;
}

/** Names what this process counts, with what Node tells of itself; a worker's figures go to its leader when asked. */
export function measure({ pageCache }: Counted): void {
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
  if (cluster.isWorker) new AggregatorRegistry();
}

/**
 * Answers `GET /metrics` in Prometheus's text format on a port of its own, never the public one (contract.md, section
 * 2): the figures of this process, or of all its workers together.
 *
 * @param onError with the reason in a line when the port cannot be had
 */
export function publishMetrics(
  { metricsPort, host, workers }: { metricsPort: number | undefined; host: string; workers: number },
  onError: (reason: string) => void,
): void {
  const together = workers > 1 ? new AggregatorRegistry() : undefined;
  const figures = () => (together ? together.clusterMetrics() : register.metrics());
  const server = createServer((req, res) => {
    if (req.url !== "/metrics" || req.method !== "GET") {
      res.writeHead(404).end();
      return;
    }
    figures().then(
      (text) => res.writeHead(200, { "Content-Type": register.contentType }).end(text),
      () => res.writeHead(503).end(),
    );
  });
  server.on("error", (error: NodeJS.ErrnoException) => {
    const taken = error.code === "EADDRINUSE";
    onError(taken ? `METRICS_PORT ${String(metricsPort)} is taken; choose another` : error.message);
  });
  // Nobody waits for it: the process ends when the site does.
  server.listen(metricsPort, host).unref();
}
