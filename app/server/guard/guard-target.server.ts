import { decodePercent } from "~/config/percent-encoding";
import { memoize } from "~/i18n/memoize";
import type { Refusal } from "~/request/request-info";
import type { Exchange } from "~/server/exchange";

/**
 * In characters of HTML. A page repeats its path in each of its links, forms and data blocks, and must fit into
 * HAProxy's buffer of 90 KB even if it is not compressed (docs/decisions/proxy.md).
 */
const maxPathLength = 2048;
const maxHostLength = 255;

/** The characters that occur in paths of pages: pchar and "/" of RFC 3986, section 3.3. */
const pathCharacters = /^\/[\w\-.~!$&'()*+,;=:@%/]*$/;
/** Percent-encoded slashes, backslashes, dots and control characters. */
const hiddenCharacters = /%(?:2f|5c|2e|[01][0-9a-f]|7f)/i;

/**
 * Returns true if every program interprets the path in the same way. It contains no `//` (which can start a host), no
 * parent folder, no encoded separator, and only valid UTF-8. All pages of this site have such paths.
 */
export function isPlainPath(path: string): boolean {
  if (path.replaceAll(/[&']/g, "&quot;").length > maxPathLength || !pathCharacters.test(path)) return false;
  if (path.includes("//") || path.split("/").some((segment) => segment === "." || segment === ".."))
    return false;
  return !hiddenCharacters.test(path) && decodePercent(path) !== null;
}

/** Returns true if there is exactly one Host header and it names a host (RFC 9112, section 3.2). */
export function isPlainHost(rawHeaders: readonly string[]): boolean {
  const hosts = rawHeaders.filter(
    (_, index) => rawHeaders[index - 1]?.toLowerCase() === "host" && index % 2 === 1,
  );
  const [host, secondHost] = hosts;
  if (host === undefined || secondHost !== undefined || host.length > maxHostLength) return false;
  return isHostWithPort(host);
}

const isHostWithPort = memoize(
  (host) => /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`),
);

/** A refusal with a reason for the log. The reason contains nothing that the client sent. */
export interface LoggedRefusal {
  refusal: Refusal;
  reason: string;
}

export function createRefusal(status: Refusal["status"], reason: string, allow?: string): LoggedRefusal {
  return { refusal: { status, ...(allow !== undefined && { allow }) }, reason };
}

const allowedMethods = ["GET", "HEAD", "POST"];

/** Returns a refusal if the method, Host header, path or query is not allowed; otherwise undefined. */
export function checkTarget({ req, address }: Pick<Exchange, "req" | "address">): LoggedRefusal | undefined {
  if (!allowedMethods.includes(req.method ?? ""))
    return createRefusal(405, "method", allowedMethods.join(", "));
  if (!isPlainHost(req.rawHeaders)) return createRefusal(400, "Host header");
  if (!isPlainPath(address.path)) return createRefusal(404, "path");
  // Remix would treat the request as a data request, which this site never sends, and fail.
  return hasRemixData(address.search) ? createRefusal(404, "query") : undefined;
}

function hasRemixData(search: string): boolean {
  return /_data|%/.test(search) && new URLSearchParams(search).has("_data");
}
