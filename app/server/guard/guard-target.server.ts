import { memoize } from "~/i18n/memoize";

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
  if (path.length > maxPathLength || !pathCharacters.test(path)) return false;
  if (path.includes("//") || path.split("/").some((segment) => segment === "." || segment === ".."))
    return false;
  if (hiddenCharacters.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
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
