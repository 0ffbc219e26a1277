import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { fetchAnswer } from "~/acq/policy/fetch-answer.server";
import { probePaths } from "~/request/paths";
import type { Step } from "~/server/exchange";

/** True while the process accepts requests: not while it starts or shuts down. */
export interface Readiness {
  ready: boolean;
}

type AcqState = "ok" | "down";

/** How long a state of acq counts as current, in milliseconds. */
const knownMs = 2000;

/**
 * Serves `/healthz` (the process runs) and `/readyz` (whether it accepts visitors, and the state of acq;
 * docs/product/pages.md#pages). This step is the first, so that probes are answered in a crowd too.
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
  /** How long a reader waits for acq before it gets the last known state. */
  timeoutMs?: number;
}

/**
 * Returns a function that reads acq's state. It sends one request at a time and at most one in two seconds, since the
 * probe is public.
 */
export function acqStateReader(
  ask: () => Promise<AcqState>,
  { now = () => performance.now(), timeoutMs = 800 }: StateReaderOptions = {},
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
    return Promise.race([asking, delay(timeoutMs, undefined, { ref: false }).then(() => known)]);
  };
}

/** The time limit of pages: an acq that answers within it is slow, not down. */
const probeTimeoutMs = 4500;

/** acq's answer to the probe. A proxy in front of acq may answer 200 with JSON of its own. */
const probeAnswer = z.union([
  z.object({ data: z.object({ __typename: z.string() }) }),
  z.object({ errors: z.array(z.unknown()).min(1) }),
]);

/** Requests acq's current state over the connections of visitors' calls. */
export async function askAcq(url: string): Promise<AcqState> {
  try {
    const response = await fetchAnswer(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query: "{ __typename }" }),
      signal: AbortSignal.timeout(probeTimeoutMs),
    });
    const answer: unknown = JSON.parse(await response.text());
    return response.ok && probeAnswer.safeParse(answer).success ? "ok" : "down";
  } catch {
    return "down";
  }
}
