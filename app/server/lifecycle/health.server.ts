import { Router } from "express";

/** Whether the process takes requests: not while it starts or shuts down. */
export interface Readiness {
  ready: boolean;
}

type AcqState = "ok" | "down";

/** How long acq's state counts as known, in milliseconds. */
const knownMs = 2000;

/**
 * `/healthz` says that the process lives, `/readyz` whether to send it visitors and how acq is (docs/product.md#pages).
 *
 * @param headers of both answers
 */
export function healthProbes(
  readiness: Readiness,
  acqState: () => Promise<AcqState>,
  headers: Readonly<Record<string, string>>,
): Router {
  // Exactly as a proxy that closes them names them.
  const router = Router({ caseSensitive: true, strict: true });
  router.get("/healthz", (_req, res) => {
    res.set(headers).json({ status: "ok" });
  });
  router.get("/readyz", (_req, res, next) => {
    acqState().then((acq) => {
      res
        .set(headers)
        .status(readiness.ready ? 200 : 503)
        .json({ acq });
    }, next);
  });
  return router;
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

/** How acq is, asked now; within a second. */
export async function askAcq(url: string): Promise<AcqState> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query: "{ __typename }" }),
      redirect: "error",
      signal: AbortSignal.timeout(1000),
    });
    await response.body?.cancel();
    // A proxy in front of it may answer 200 with a page of its own.
    const isJson = /\bjson\b/.test(response.headers.get("Content-Type") ?? "");
    return response.ok && isJson ? "ok" : "down";
  } catch {
    return "down";
  }
}
