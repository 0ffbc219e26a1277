import { Router } from "express";

/** Whether the process takes requests: not while it starts or shuts down. */
export interface Readiness {
  ready: boolean;
}

/** `/healthz` says that the process lives, `/readyz` whether to send it visitors and how acq is (contract.md, section 4). */
export function healthProbes(readiness: Readiness, acqUrl: () => string): Router {
  const router = Router();
  router.get("/healthz", (_req, res) => {
    res.set("Cache-Control", "no-store").json({ status: "ok" });
  });
  router.get("/readyz", (_req, res, next) => {
    acqState(acqUrl()).then((acq) => {
      res
        .set("Cache-Control", "no-store")
        .status(readiness.ready ? 200 : 503)
        .json({ acq });
    }, next);
  });
  return router;
}

/** How acq is, asked now; within a second. */
export async function acqState(url: string): Promise<"ok" | "down"> {
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
