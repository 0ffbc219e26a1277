import type { IncomingMessage, ServerResponse } from "node:http";
import { probePaths } from "~/request/paths";
import type { Step } from "~/server/exchange";

/** Whether the process takes requests: not while it starts or shuts down. */
export interface Readiness {
  ready: boolean;
}

type AcqState = "ok" | "down";

/** How long acq's state counts as known, in milliseconds. */
const knownMs = 2000;

/**
 * `/healthz` says that the process lives, `/readyz` whether to send it visitors and how acq is (docs/product.md#pages).
 * They are answered before everything else, so that a crowd of visitors does not make the process look dead.
 *
 * @param headers - the headers of both answers
 */
export function healthProbes(
  readiness: Readiness,
  acqState: () => Promise<AcqState>,
  headers: Readonly<Record<string, string>>,
): Step {
  function send(req: IncomingMessage, res: ServerResponse, status: number, body: object): void {
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
      send(req, res, 200, { status: "ok" });
      return;
    }
    return acqState().then((acq) => {
      send(req, res, readiness.ready ? 200 : 503, { acq });
    });
  };
}

/**
 * How acq is, with one question at a time and at most one in two seconds: anybody may ask the probe, and acq shall not
 * pay for it.
 *
 * @param now in milliseconds
 */
export function acqStateReader(
  ask: () => Promise<AcqState>,
  now: () => number = () => performance.now(),
): () => Promise<AcqState> {
  let askedAt = -Infinity;
  let state: Promise<AcqState> | undefined;
  return () => {
    if (state === undefined || now() - askedAt >= knownMs) {
      askedAt = now();
      state = ask();
    }
    return state;
  };
}

/** How acq is, asked now; the probe that asks is answered within a second. */
export async function askAcq(url: string): Promise<AcqState> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query: "{ __typename }" }),
      redirect: "error",
      signal: AbortSignal.timeout(800),
    });
    await response.body?.cancel();
    // A proxy in front of it may answer 200 with a page of its own.
    const isJson = /\bjson\b/.test(response.headers.get("Content-Type") ?? "");
    return response.ok && isJson ? "ok" : "down";
  } catch {
    return "down";
  }
}
