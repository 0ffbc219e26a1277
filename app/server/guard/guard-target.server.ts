import { memoize } from "~/i18n/memoize";

const maxPathLength = 2048;
const maxHostLength = 255;

/** pchar and "/" of RFC 3986, section 3.3: anything else is no path that a page of ours could have. */
const pathCharacters = /^\/[\w\-.~!$&'()*+,;=:@%/]*$/;
/** A slash, a backslash, a dot or a control character that hides behind an encoding. */
const hiddenCharacters = /%(?:2f|5c|2e|[01][0-9a-f]|7f)/i;

/**
 * Whether the path of a request target means the same to everybody who reads it: no second host (`//x`), no
 * way up, no hidden separators, only valid UTF-8. All others are pages that do not exist.
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

/** Whether there is exactly one Host header and it names a host (RFC 9112, section 3.2). */
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
