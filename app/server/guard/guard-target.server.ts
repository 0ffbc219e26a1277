import { decodePercent } from "~/config/percent-encoding";
import { memoize } from "~/i18n/memoize";
import type { Refusal } from "~/request/request-info";
import type { Exchange } from "~/server/exchange";

/**
 * In characters of HTML. A page repeats its path in each of its links, forms and data, and must fit into HAProxy's
 * buffer of 60 KB, also uncompressed (docs/decisions/proxy.md).
 */
const maxPathLength = 2048;
const maxHostLength = 255;

/** pchar and "/" of RFC 3986, section 3.3: no page has a path with other characters. */
const pathCharacters = /^\/[\w\-.~!$&'()*+,;=:@%/]*$/;
/** Encoded slashes, backslashes, dots and control characters. */
const hiddenCharacters = /%(?:2f|5c|2e|[01][0-9a-f]|7f)/i;

/**
 * Returns true if every program reads the path in the same way: no second host (`//x`), no parent folder, no encoded
 * separator, only valid UTF-8. No page has any other path.
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
  const [host, second] = hosts;
  if (host === undefined || second !== undefined || host.length > maxHostLength) return false;
  return namesHost(host);
}

const namesHost = memoize(
  (host) => /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`),
);

/** A refusal and its reason for the log. The reason contains nothing that the client sent. */
export interface Refused {
  refusal: Refusal;
  reason: string;
}

export function refused(status: Refusal["status"], reason: string, allow?: string): Refused {
  return { refusal: { status, ...(allow !== undefined && { allow }) }, reason };
}

const allowedMethods = ["GET", "HEAD", "POST"];

/** Returns why a request is refused by its method, host or address alone; undefined if it is not. */
export function judgeTarget({ req, address }: Pick<Exchange, "req" | "address">): Refused | undefined {
  if (!allowedMethods.includes(req.method ?? "")) return refused(405, "method", allowedMethods.join(", "));
  if (!isPlainHost(req.rawHeaders)) return refused(400, "Host header");
  if (!isPlainPath(address.path)) return refused(404, "path");
  // Remix would take it for a kind of request that this site never makes, and fail.
  return hasRemixData(address.search) ? refused(404, "query") : undefined;
}

function hasRemixData(search: string): boolean {
  return /_data|%/.test(search) && new URLSearchParams(search).has("_data");
}
