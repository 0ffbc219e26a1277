import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { fetchAnswer } from "~/acq/policy/fetch-answer.server";
import { probePaths } from "~/request/paths";
import type { Step } from "~/server/exchange";

/** `ready`: true while the process accepts visitors, false while it starts or shuts down. */
export interface Readiness {
  ready: boolean;
}

type AcqState = "ok" | "down";

/** How long a known state of acq is reused, in milliseconds. */
const stateTtlMs = 2000;

/**
 * Serves `/healthz` (the process runs) and `/readyz` (whether it accepts visitors, and the state of acq;
 * docs/product/pages.md#pages). This step comes first, so that probes are answered under overload too.
 *
 * @param headers - the headers of both responses
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

/** The options of `createAcqStateReader`, in milliseconds. */
interface StateReaderOptions {
  now?: () => number;
  /** How long a caller waits for acq before it gets the last known state. */
  timeoutMs?: number;
}

/**
 * Returns a function that reads acq's state. Because the probe is public, it sends acq one request at a time and at
 * most one in two seconds.
 */
export function createAcqStateReader(
  probe: () => Promise<AcqState>,
  { now = () => performance.now(), timeoutMs = 800 }: StateReaderOptions = {},
): () => Promise<AcqState> {
  let probedAt = -Infinity;
  let lastState: AcqState = "down";
  let pendingProbe: Promise<AcqState> | undefined;

  async function probeOnce(): Promise<AcqState> {
    probedAt = now();
    lastState = await probe();
    pendingProbe = undefined;
    return lastState;
  }

  return () => {
    if (!pendingProbe && now() - probedAt < stateTtlMs) return Promise.resolve(lastState);
    pendingProbe ??= probeOnce();
    return Promise.race([pendingProbe, delay(timeoutMs, undefined, { ref: false }).then(() => lastState)]);
  };
}

/** The longest that a page waits for acq: an acq that responds within this time is slow, not down. */
const probeTimeoutMs = 4500;

/**
 * acq's response to the probe. Its schema is checked, because a proxy in front of acq may send 200 with JSON of its
 * own.
 */
const probeResponse = z.union([
  z.object({ data: z.object({ __typename: z.string() }) }),
  z.object({ errors: z.array(z.unknown()).min(1) }),
]);

/** Requests acq's current state, over the same connections as calls for visitors. */
export async function probeAcq(url: string): Promise<AcqState> {
  try {
    const response = await fetchAnswer(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query: "{ __typename }" }),
      signal: AbortSignal.timeout(probeTimeoutMs),
    });
    const body: unknown = JSON.parse(await response.text());
    return response.ok && probeResponse.safeParse(body).success ? "ok" : "down";
  } catch {
    return "down";
  }
}
