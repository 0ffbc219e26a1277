import type { IncomingMessage, ServerResponse } from "node:http";
import type { Step } from "~/server/exchange";

/** A middleware of Connect or Express that reads and writes no more than Node's own request and response. */
type ConnectMiddleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

/** Makes a step of a middleware of a library. One that answers does not call the next step. */
export function connectStep(middleware: ConnectMiddleware): Step {
  return ({ req, res }, next) =>
    new Promise((resolve, reject) => {
      res.once("close", resolve);
      middleware(req, res, (error) => {
        if (error === undefined) resolve(next());
        else reject(error instanceof Error ? error : new Error("a middleware failed", { cause: error }));
      });
    });
}
