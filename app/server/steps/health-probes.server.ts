import type { IncomingMessage, ServerResponse } from "node:http";
import { probePaths } from "~/request/paths";
import type { Config } from "~/config/environment";
import type { PipelineStep } from "~/server/exchange";
import type { AcqState } from "~/server/lifecycle/acq-state.server";
import type { Log } from "~/telemetry/log.server";

/**
 * The readiness of the process. `isReady` is true while the process accepts visitors, and false during the start and
 * the shutdown.
 */
export interface Readiness {
  isReady: boolean;
}

/**
 * Serves the health probes (docs/product/pages.md#pages). `/healthz` shows that the process runs; `/readyz` shows
 * whether it accepts visitors, and acq's state. This step comes first, so that probes also work under overload. A check
 * by HAProxy gets 503, because HAProxy must check METRICS_PORT instead.
 *
 * @param headers - the headers of all responses
 */
export function createHealthProbeStep(
  readiness: Readiness,
  readAcqState: () => Promise<AcqState>,
  headers: Readonly<Record<string, string>>,
  { port, metricsPort, log }: Pick<Config, "port" | "metricsPort"> & { log: Pick<Log, "warn"> },
): PipelineStep {
  let hasWarned = false;

  /**
   * Returns true for a check by HAProxy. The configuration of HAProxy then has PORT and METRICS_PORT swapped, and would
   * send visitors to METRICS_PORT.
   */
  function isCheckOfWrongPort(req: IncomingMessage): boolean {
    return metricsPort !== undefined && req.headers["x-haproxy-server-state"] !== undefined;
  }

  function warnAboutSwappedPorts(): void {
    if (!hasWarned)
      log.warn(
        { port },
        "HAProxy has PORT and METRICS_PORT swapped, so visitors get no pages: give instances.sh ADDRESS:PORT:METRICS_PORT",
      );
    hasWarned = true;
  }

  function sendProbeResponse(req: IncomingMessage, res: ServerResponse, status: number, body: object): void {
    const text = JSON.stringify(body);
    res.writeHead(status, {
      ...headers,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": text.length,
    });
    res.end(req.method === "HEAD" ? undefined : text);
  }

  return ({ req, res, address: { path } }, next) => {
    if (!probePaths.has(path) || (req.method !== "GET" && req.method !== "HEAD")) return next();
    if (path === "/healthz") {
      sendProbeResponse(req, res, 200, { status: "ok" });
      return;
    }
    if (isCheckOfWrongPort(req)) {
      warnAboutSwappedPorts();
      sendProbeResponse(req, res, 503, { status: "HAProxy has to check METRICS_PORT" });
      return;
    }
    return readAcqState().then((acqState) => {
      sendProbeResponse(req, res, readiness.isReady ? 200 : 503, { acq: acqState });
    });
  };
}
