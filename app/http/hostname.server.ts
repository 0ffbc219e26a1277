import type { IncomingHttpHeaders } from "node:http";

/** The host that was asked, without its port: what Express's `req.hostname` says, for whom Express has not seen. */
export function hostnameOf(headers: IncomingHttpHeaders, trustProxy: number): string {
  return hostnameIn(askedHost(headers, trustProxy));
}

/** The header that names the host, as it came. */
export function askedHost(headers: IncomingHttpHeaders, trustProxy: number): string {
  const forwarded = trustProxy > 0 ? headers["x-forwarded-host"] : undefined;
  return String(forwarded ?? headers.host ?? "");
}

/** The first host of such a header, without its port. */
export function hostnameIn(host: string): string {
  const [first = ""] = host.split(",", 1);
  return first.trim().replace(/:\d*$/, "");
}
