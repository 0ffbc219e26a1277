import { isIP } from "node:net";
import type { Log } from "~/telemetry/log.server";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** The host that was asked, without its port: what Express's `req.hostname` says. */
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

/**
 * Reads the client's address as TRUST_PROXY allows: the one that the outermost of so many proxies has seen. What a proxy forwards that is no address
 * stands for the proxy itself. A forwarded header that no trusted proxy can have set is ignored, and warned of once,
 * since behind an unknown proxy all visitors would share one limit (docs/product.md#configuration).
 */
export function clientAddressReader(
  trustProxy: number,
  log: Pick<Log, "warn">,
): (req: Pick<IncomingMessage, "headers" | "socket">) => string {
  let warned = false;
  return ({ headers, socket }) => {
    const forwarded = headers["x-forwarded-for"];
    if (trustProxy === 0 && forwarded !== undefined && !warned) {
      warned = true;
      log.warn({}, "X-Forwarded-For is ignored: set TRUST_PROXY to the number of proxies in front");
    }
    const nearest = socket.remoteAddress ?? "";
    // Each proxy has added the address that it was asked from.
    const farther = trustProxy > 0 && forwarded !== undefined ? [forwarded].flat().join(",").split(",") : [];
    const named = farther.at(-Math.min(trustProxy, farther.length))?.trim() ?? nearest;
    return addressIn(named) ?? addressIn(nearest) ?? "";
  };
}

/**
 * The address alone of `192.0.2.1:5678` and `[2001:db8::1]:443`, which some proxies write (RFC 7239, section 6):
 * another port is no other client. An IPv4 address inside IPv6 is written plainly.
 */
function addressIn(node: string): string | undefined {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d*)?$/.exec(node) ?? [];
  const address = (bracketed ?? dotted ?? node).replace(/^::ffff:(?=[\d.]+$)/i, "");
  return isIP(address) > 0 ? address : undefined;
}
