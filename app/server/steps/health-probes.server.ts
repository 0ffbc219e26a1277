import type { IncomingMessage, ServerResponse } from "node:http";
import { probePaths } from "~/request/paths";
import type { Step } from "~/server/exchange";
import type { AcqState } from "~/server/lifecycle/acq-state.server";

/** `ready` is true while the process accepts visitors. It is false during the start and the shutdown. */
export interface Readiness {
  ready: boolean;
}

/**
 * Serves the health probes (docs/product/pages.md#pages). `/healthz` shows that the process runs; `/readyz` shows
 * whether it accepts visitors, and acq's state. This step comes first, so that probes also work under overload.
 *
 * @param headers - the headers of both responses
 */
export function healthProbes(
  readiness: Readiness,
  readAcqState: () => Promise<AcqState>,
  headers: Readonly<Record<string, string>>,
): Step {
  function sendProbeAnswer(req: IncomingMessage, res: ServerResponse, status: number, body: object): void {
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
      sendProbeAnswer(req, res, 200, { status: "ok" });
      return;
    }
    return readAcqState().then((acq) => {
      sendProbeAnswer(req, res, readiness.ready ? 200 : 503, { acq });
    });
  };
}
