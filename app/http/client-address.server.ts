import type { Request } from "express";
import type { Log } from "~/telemetry/log.server";

/**
 * Reads the client's address as TRUST_PROXY allows (Express's `trust proxy`); an IPv4 address inside IPv6 is
 * written plainly. A forwarded header that no trusted proxy can have set is ignored, and warned of once, since
 * behind an unknown proxy all visitors would share one limit (contract.md, section 2).
 */
export function clientAddressReader(trustProxy: number, log: Log): (req: Request) => string {
  let warned = false;
  return (req) => {
    if (trustProxy === 0 && req.headers["x-forwarded-for"] !== undefined && !warned) {
      warned = true;
      log.warn({}, "X-Forwarded-For is ignored: set TRUST_PROXY to the number of proxies in front");
    }
    return (req.ip ?? req.socket.remoteAddress ?? "").replace(/^::ffff:(?=[\d.]+$)/, "");
  };
}
