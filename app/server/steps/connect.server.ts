import type { IncomingMessage, ServerResponse } from "node:http";
import type { Step } from "~/server/exchange";

/** A Connect or Express middleware that uses nothing but Node's own request and response. */
type ConnectMiddleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

/** Creates a step from a library's middleware. If the middleware sends the response, the next step is not called. */
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
