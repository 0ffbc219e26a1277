import express, { Router } from "express";
import type { Log } from "~/telemetry/log.server";

const keptLength = 200;

/** Takes what browsers report of our Content-Security-Policy; only which rule met which address is logged. */
export function cspReports(path: string, log: Log): Router {
  const router = Router();
  const types = ["application/csp-report", "application/reports+json", "application/json"];
  router.post(path, express.json({ type: types, limit: "16kb" }), (req, res) => {
    const body: unknown = req.body;
    const text = JSON.stringify(body ?? null);
    const directive = /"(?:effective|violated)-?[dD]irective":"([\w -]+)"/.exec(text)?.[1];
    const blocked = /"blocked-?(?:uri|URL)":"([^"?#]*)/i.exec(text)?.[1]?.slice(0, keptLength);
    log.warn({ directive, blocked }, "content security policy violation");
    res.status(204).end();
  });
  router.use(
    path,
    (_error: unknown, _req: express.Request, res: express.Response, _next: express.NextFunction) => {
      res.status(400).end();
    },
  );
  return router;
}
