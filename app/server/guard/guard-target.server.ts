import { decodePercent } from "~/utils/percent-encoding";
import { memoize } from "~/utils/memoize";
import type { Refusal } from "~/request/request-info";
import type { Exchange } from "~/server/exchange";

/**
 * The maximum length of a request's path, in characters after escaping for HTML. A page repeats its path in each link,
 * form and data block, and must fit in HAProxy's buffer of 90 KB without compression
 * (docs/decisions/instance-places.md).
 */
const maxPathLength = 2048;
const maxHostLength = 255;

/** The characters that occur in paths of pages: pchar and "/" of RFC 3986, section 3.3. */
const pagePathPattern = /^\/[\w\-.~!$&'()*+,;=:@%/]*$/;
/** Matches percent-encoded slashes, backslashes, dots and control characters. */
const encodedControlPattern = /%(?:2f|5c|2e|[01][0-9a-f]|7f)/i;

/**
 * Returns true if every program interprets the path in the same way. Such a path contains no `//` (which can start a
 * host), no parent folder, no encoded separator, and no invalid UTF-8.
 */
export function isUnambiguousPath(path: string): boolean {
  if (path.replaceAll(/[&']/g, "&quot;").length > maxPathLength || !pagePathPattern.test(path)) return false;
  if (path.includes("//") || path.split("/").some((segment) => segment === "." || segment === ".."))
    return false;
  return !encodedControlPattern.test(path) && decodePercent(path) !== null;
}

/** Returns true if there is exactly one Host header and it names a host (RFC 9112, section 3.2). */
export function hasOneValidHost(rawHeaders: readonly string[]): boolean {
  const hostHeaders = rawHeaders.filter(
    (_, index) => rawHeaders[index - 1]?.toLowerCase() === "host" && index % 2 === 1,
  );
  const [host, secondHost] = hostHeaders;
  if (host === undefined || secondHost !== undefined || host.length > maxHostLength) return false;
  return isHostWithPort(host);
}

const isHostWithPort = memoize(
  (host) => /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`),
);

/** A refusal, and its reason for the log. The reason contains no data from the client. */
export interface LoggedRefusal {
  refusal: Refusal;
  reason: string;
}

export function createRefusal(
  status: Refusal["status"],
  reason: string,
  allowHeader?: string,
): LoggedRefusal {
  return { refusal: { status, ...(allowHeader !== undefined && { allowHeader }) }, reason };
}

const allowedMethods = ["GET", "HEAD", "POST"];

/** Returns a refusal if the method, Host or Upgrade header, path or query is not allowed; otherwise undefined. */
export function checkRequestTarget({
  req,
  address,
}: Pick<Exchange, "req" | "address">): LoggedRefusal | undefined {
  if (!allowedMethods.includes(req.method ?? ""))
    return createRefusal(405, "method", allowedMethods.join(", "));
  if (!hasOneValidHost(req.rawHeaders)) return createRefusal(400, "Host header");
  // Refuses WebSockets, which this site does not use. Browsers send no Sec-Fetch-Site with a WebSocket, so another
  // site's page could request links without being recognized.
  if (req.headers.upgrade?.toLowerCase() === "websocket") return createRefusal(400, "WebSocket");
  if (!isUnambiguousPath(address.path)) return createRefusal(404, "path");
  // Refuses a query with `_data`, because Remix would treat the request as a data request and fail. This site never
  // sends such requests.
  return hasRemixDataParameter(address.search) ? createRefusal(404, "query") : undefined;
}

function hasRemixDataParameter(search: string): boolean {
  return /_data|%/.test(search) && new URLSearchParams(search).has("_data");
}
