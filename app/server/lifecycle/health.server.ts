import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { fetchAnswer } from "~/acq/policy/fetch-answer.server";
import { probePaths } from "~/request/paths";
import type { Step } from "~/server/exchange";

/** `ready` is true while the process accepts visitors. It is false during the start and the shutdown. */
export interface Readiness {
  ready: boolean;
}

type AcqState = "ok" | "down";

/** How long the last known state of acq is used without a new request to acq, in milliseconds. */
const stateTtlMs = 2000;

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

/** The options of `createAcqStateReader`, in milliseconds. */
interface StateReaderOptions {
  now?: () => number;
  /** How long a caller waits for acq, in milliseconds. After that the caller gets the last known state. */
  timeoutMs?: number;
}

/**
 * Returns a function that reads acq's state for the health probe. Anyone can request the probe, so acq gets only one
 * request at a time, and at most one every two seconds.
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

/**
 * The time limit of the health probe's request to acq, in milliseconds: as long as a page waits for acq. An acq that
 * responds within this time is slow but not down.
 */
const probeTimeoutMs = 4500;

/**
 * The schema of acq's response to the probe. A proxy in front of acq may respond 200 with other JSON, which does not
 * count as acq's response.
 */
const probeResponse = z.union([
  z.object({ data: z.object({ __typename: z.string() }) }),
  z.object({ errors: z.array(z.unknown()).min(1) }),
]);

/** Requests acq's current state. Uses the same HTTP agent as calls for visitors. */
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
