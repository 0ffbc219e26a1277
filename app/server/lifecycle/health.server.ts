import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
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

/** The options of `acqStateReader`, in milliseconds. */
interface StateReaderOptions {
  now?: () => number;
  /** How long a reader waits for acq; then it gets the last known state. */
  patienceMs?: number;
}

/**
 * Returns a function that reads how acq is. It asks one question at a time, and at most one in two seconds: the probe
 * is public, and must not cost acq more.
 */
export function acqStateReader(
  ask: () => Promise<AcqState>,
  { now = () => performance.now(), patienceMs = 800 }: StateReaderOptions = {},
): () => Promise<AcqState> {
  let askedAt = -Infinity;
  let known: AcqState = "down";
  let asking: Promise<AcqState> | undefined;

  async function askOnce(): Promise<AcqState> {
    askedAt = now();
    known = await ask();
    asking = undefined;
    return known;
  }

  return () => {
    if (!asking && now() - askedAt < knownMs) return Promise.resolve(known);
    asking ??= askOnce();
    return Promise.race([asking, delay(patienceMs, undefined, { ref: false }).then(() => known)]);
  };
}

/** The same as for a page: an acq that answers within this time is slow, not down. */
const probeTimeoutMs = 4500;

/** Asks how acq is now. */
export async function askAcq(url: string): Promise<AcqState> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query: "{ __typename }" }),
      redirect: "error",
      signal: AbortSignal.timeout(probeTimeoutMs),
    });
    await response.body?.cancel();
    // A proxy in front of it may answer 200 with a page of its own.
    const isJson = /\bjson\b/.test(response.headers.get("Content-Type") ?? "");
    return response.ok && isJson ? "ok" : "down";
  } catch {
    return "down";
  }
}
