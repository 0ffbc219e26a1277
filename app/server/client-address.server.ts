import { isIP } from "node:net";
import type { Log } from "~/telemetry/log.server";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

/** Returns the requested host without its port, like Express's `req.hostname`. */
export function readHostname(headers: IncomingHttpHeaders, trustedProxyCount: number): string {
  return parseHostname(readRequestedHost(headers, trustedProxyCount));
}

/**
 * Returns the unchanged value of the header that names the requested host. Behind a trusted proxy this is
 * X-Forwarded-Host, otherwise Host.
 */
export function readRequestedHost(headers: IncomingHttpHeaders, trustedProxyCount: number): string {
  const forwardedHost = trustedProxyCount > 0 ? headers["x-forwarded-host"] : undefined;
  return String(forwardedHost ?? headers.host ?? "");
}

/** Returns the first host of a Host or X-Forwarded-Host header, without its port. */
export function parseHostname(host: string): string {
  const [firstAddress = ""] = host.split(",", 1);
  return firstAddress.trim().replace(/:\d*$/, "");
}

type ClientRequest = Pick<IncomingMessage, "headers" | "socket">;

/**
 * Returns a client's IP address: the address that connected to the outermost of the TRUST_PROXY trusted proxies. If
 * X-Forwarded-For contains no IP address at that position, returns the nearest proxy's address.
 */
export function readClientAddress({ headers, socket }: ClientRequest, trustedProxyCount: number): string {
  const forwardedFor = headers["x-forwarded-for"];
  const peerAddress = socket.remoteAddress ?? "";
  // Each proxy appends the address that connected to it. The last entries, as many as TRUST_PROXY says, therefore come
  // from trusted proxies.
  const forwardedAddresses =
    trustedProxyCount > 0 && forwardedFor !== undefined ? [forwardedFor].flat().join(",").split(",") : [];
  const addressText =
    forwardedAddresses.at(-Math.min(trustedProxyCount, forwardedAddresses.length))?.trim() ?? peerAddress;
  return parseIpAddress(addressText) ?? parseIpAddress(peerAddress) ?? "";
}

/**
 * Creates a function that counts ignored X-Forwarded-For headers, and logs a warning once. The header is ignored if
 * TRUST_PROXY is 0. If there is a proxy nevertheless, all visitors share one limit (docs/operate/configuration.md).
 *
 * @param onIgnored - called for each ignored header
 */
export function createIgnoredProxyCounter(
  trustedProxyCount: number,
  log: Pick<Log, "warn">,
  onIgnored: () => void,
): (req: Pick<IncomingMessage, "headers">) => void {
  let hasWarned = false;
  return ({ headers }) => {
    if (trustedProxyCount > 0 || headers["x-forwarded-for"] === undefined) return;
    onIgnored();
    if (!hasWarned)
      log.warn(
        {},
        "X-Forwarded-For is ignored: set TRUST_PROXY to the number of proxies in front of the site",
      );
    hasWarned = true;
  };
}

/**
 * Returns the IP address in a text such as `192.0.2.1:5678` or `[2001:db8::1]:443`, as some proxies write it (RFC 7239,
 * section 6). The port is dropped. An IPv4-mapped IPv6 address is returned as IPv4.
 */
function parseIpAddress(addressText: string): string | undefined {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d*)?$/.exec(addressText) ?? [];
  const clientAddress = (bracketed ?? dotted ?? addressText).replace(/^::ffff:(?=[\d.]+$)/i, "");
  return isIP(clientAddress) > 0 ? clientAddress : undefined;
}
