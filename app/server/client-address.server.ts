import { isIP } from "node:net";
import type { Log } from "~/telemetry/log.server";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** Returns the requested host without its port, like Express's `req.hostname`. */
export function hostnameOf(headers: IncomingHttpHeaders, trustProxy: number): string {
  return hostnameIn(askedHost(headers, trustProxy));
}

/** Returns the header that names the requested host, unchanged. */
export function askedHost(headers: IncomingHttpHeaders, trustProxy: number): string {
  const forwarded = trustProxy > 0 ? headers["x-forwarded-host"] : undefined;
  return String(forwarded ?? headers.host ?? "");
}

/** Returns the first host of such a header without its port. */
export function hostnameIn(host: string): string {
  const [first = ""] = host.split(",", 1);
  return first.trim().replace(/:\d*$/, "");
}

/**
 * Creates a reader of client addresses. TRUST_PROXY is the number of trusted proxies: the address is the one that the
 * outermost of them has seen. A forwarded value that is not an address counts as the proxy itself. The reader ignores a
 * forwarded header that no trusted proxy can have set, and warns once: behind an unknown proxy all visitors would share
 * one limit (docs/operate/configuration.md).
 *
 * @param onIgnored - called for each ignored header
 */
export function clientAddressReader(
  trustProxy: number,
  log: Pick<Log, "warn">,
  onIgnored: () => void = () => undefined,
): (req: Pick<IncomingMessage, "headers" | "socket">) => string {
  let warned = false;
  return ({ headers, socket }) => {
    const forwarded = headers["x-forwarded-for"];
    if (trustProxy === 0 && forwarded !== undefined) {
      onIgnored();
      if (!warned)
        log.warn({}, "X-Forwarded-For is ignored: set TRUST_PROXY to the number of proxies in front");
      warned = true;
    }
    const nearest = socket.remoteAddress ?? "";
    // Each proxy appends the address of its client.
    const farther = trustProxy > 0 && forwarded !== undefined ? [forwarded].flat().join(",").split(",") : [];
    const node = farther.at(-Math.min(trustProxy, farther.length))?.trim() ?? nearest;
    return addressIn(node) ?? addressIn(nearest) ?? "";
  };
}

/**
 * Returns the address in `192.0.2.1:5678` and `[2001:db8::1]:443`, as some proxies write it (RFC 7239, section 6). The
 * port does not make another client. An IPv4 address inside IPv6 is returned as IPv4.
 */
function addressIn(node: string): string | undefined {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d*)?$/.exec(node) ?? [];
  const address = (bracketed ?? dotted ?? node).replace(/^::ffff:(?=[\d.]+$)/i, "");
  return isIP(address) > 0 ? address : undefined;
}
