import type { IncomingHttpHeaders } from "node:http";

/** The host that was asked, without its port: what Express's `req.hostname` says, for whom Express has not seen. */
export function hostnameOf(headers: IncomingHttpHeaders, trustProxy: number): string {
  const forwarded = trustProxy > 0 ? headers["x-forwarded-host"] : undefined;
  const [first = ""] = String(forwarded ?? headers.host ?? "").split(",", 1);
  return first.trim().replace(/:\d*$/, "");
}
