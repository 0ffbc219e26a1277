import { splitPrefix } from "~/i18n/negotiate";
import { filePaths, isAssetPath, patternAt, probePaths, securityTxtPath, withoutLastSlash } from "./paths";

/** Addresses that are no page's and have names of their own. */
const named = new Set([
  ...[
    "/csp-reports",
    "/browser-reports",
    "/acquisition/defaults.json",
    "/acquisition/error/404",
    securityTxtPath,
  ],
  ...filePaths,
]);
const folders = ["/assets/", "/entrance/"];
/** All other addresses that are no page's. */
const other = "*";

/**
 * Which page an address belongs to, as the pattern in app/routes.ts without its locale: one of few, so that it may be
 * told to anyone. The way to a page goes another way (page-handlers.server.ts): this one costs next to nothing.
 */
export function routePatterns(basePath: string): (url: string) => string {
  return (url) => {
    const end = url.indexOf("?");
    const asked = end === -1 ? url : url.slice(0, end);
    if (probePaths.has(asked)) return asked;
    const path = asked.startsWith(`${basePath}/`) ? asked.slice(basePath.length) : asked;
    if (path === asked && basePath !== "" && asked !== basePath && !anywhere(asked)) return other;
    if (path === basePath) return patternAt("/");
    const page = path.endsWith(".data") ? askedFor(path).url : path;
    const { rest } = splitPrefix(page);
    const plain = withoutLastSlash(rest);
    if (named.has(plain)) return plain;
    if (!isAssetPath(plain)) return patternAt(plain);
    const folder = folders.find((name) => plain.startsWith(name));
    return folder === undefined ? "/:file" : `${folder}*`;
  };
}

/** Answered under any base path (docs/product.md#pages). */
function anywhere(path: string): boolean {
  return path.startsWith("/acquisition/") || path.startsWith("/entrance/") || path === securityTxtPath;
}

/** The address that was asked for: a page, or in the browser's script a page's data alone. */
export interface AskedFor {
  /** The page's path below the base path, with its query. */
  url: string;
  isData: boolean;
}

/**
 * A page's own address, out of the one that was asked: Remix's script asks for the data of `/de?rc=X` as
 * `/de.data?rc=X&_routes=…`, and for those of `/` as `/_root.data`.
 */
export function askedFor(url: string): AskedFor {
  const [path = "/", ...query] = url.split("?");
  if (!path.endsWith(".data")) return { url, isData: false };
  const page = path === "/_root.data" ? "/" : path.slice(0, -".data".length);
  const kept = query
    .join("?")
    .split("&")
    .filter((pair) => pair !== "" && !pair.startsWith("_routes="));
  return { url: kept.length > 0 ? `${page}?${kept.join("&")}` : page, isData: true };
}
