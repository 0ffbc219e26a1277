import type { Locale } from "~/i18n/locales";
import { memoize } from "~/utils/memoize";
import { splitLanguagePrefix } from "~/i18n/negotiate";
import {
  removeBasePath,
  generatedFilePaths,
  isAssetPath,
  findPathPattern,
  probePaths,
  securityTxtPath,
  pipelinePaths,
  removeLastSlash,
} from "./paths";

/** The parts of a request's path. */
interface PathParts {
  /** The requested path, including the base path. */
  readonly path: string;
  /** The path below the base path; undefined for a path outside the base path. */
  readonly pathBelowBase: string | undefined;
  /** The page's path without the base path; for a data request, also without `.data`. */
  readonly prefixedPagePath: string;
  /** The URL prefix: "/de" or another language; "" for a URL without prefix. */
  readonly prefix: string;
  readonly prefixLocale: Locale | undefined;
  /**
   * The page's path without base path and URL prefix: "/products/ombrelune" for "/de/products/ombrelune". May contain
   * personal data, such as the token of a split link, so logs and metrics must use `route` instead.
   */
  readonly pagePath: string;
  /**
   * The page's pattern in app/routes.ts, or the name of another known path. Logs and metrics may contain it: it has few
   * distinct values and no personal data.
   */
  readonly route: string;
  /** True if Remix's script requests the page's data instead of the page. */
  readonly isDataRequest: boolean;
}

/** The parsed URL of a request. */
export interface RequestAddress extends PathParts {
  /** The query with its question mark, or "". */
  readonly search: string;
  /** The page's path without the base path, followed by its query. */
  readonly url: string;
}

/**
 * Returns a function that parses request targets (RFC 9112, section 3.2). Paths are parsed once and cached.
 *
 * @param basePath - BASE_PATH, or ""
 */
export function createAddressParser(basePath: string): (requestTarget: string) => RequestAddress {
  const parseWithoutQuery = memoize((path): RequestAddress => {
    const pathParts = parsePath(path, basePath);
    return { ...pathParts, search: "", url: pathParts.prefixedPagePath };
  });
  return (requestTarget) => {
    const queryIndex = requestTarget.indexOf("?");
    if (queryIndex === -1) return parseWithoutQuery(requestTarget);
    const addressWithoutQuery = parseWithoutQuery(requestTarget.slice(0, queryIndex));
    const search = limitParameters(requestTarget.slice(queryIndex));
    return {
      ...addressWithoutQuery,
      search,
      url:
        addressWithoutQuery.prefixedPagePath +
        (addressWithoutQuery.isDataRequest ? removeRoutesParameter(search) : search),
    };
  };
}

/**
 * Parses a path. Remix's script requests the data of the page `/de` as `/de.data`, and the data of the page `/` as
 * `/_root.data`.
 */
function parsePath(path: string, basePath: string): PathParts {
  const pathBelowBase = removeBasePath(path, basePath);
  const localPath = pathBelowBase ?? path;
  const isDataRequest = localPath.endsWith(".data");
  const prefixedPagePath = isDataRequest ? removeDataSuffix(localPath) : localPath;
  const { prefix, locale: prefixLocale, pathAfterPrefix: pagePath } = splitLanguagePrefix(prefixedPagePath);
  const isPage = pathBelowBase !== undefined || basePath === "" || isIndependentOfBasePath(path);
  const route = isPage || probePaths.has(path) ? findRouteName(path, pagePath) : "*";
  return { path, pathBelowBase, prefixedPagePath, prefix, prefixLocale, pagePath, route, isDataRequest };
}

function removeDataSuffix(path: string): string {
  return path === "/_root.data" ? "/" : path.slice(0, -".data".length);
}

/**
 * The maximum number of a query's parameters. Further ones are dropped: several parts of the site parse the query, and
 * thousands of parameters would take longer than the page.
 */
const maxParameters = 100;

function limitParameters(search: string): string {
  let endIndex = 0;
  for (let count = 0; count < maxParameters; count += 1) {
    endIndex = search.indexOf("&", endIndex + 1);
    if (endIndex === -1) return search;
  }
  return search.slice(0, endIndex);
}

function removeRoutesParameter(search: string): string {
  const pairs = search.slice(1).split("&");
  const keptPairs = pairs.filter((pair) => pair !== "" && !pair.startsWith("_routes="));
  return keptPairs.length > 0 ? `?${keptPairs.join("&")}` : "";
}

/** Known paths that are not pages. Logs and metrics show each of them under its own name. */
const nonPagePaths = new Set([
  ...Object.values(pipelinePaths),
  "/acquisition/defaults.json",
  "/acquisition/error/404",
  securityTxtPath,
  ...generatedFilePaths,
]);
const loggedFolders = ["/assets/", "/entrance/"];

function findRouteName(path: string, pagePath: string): string {
  if (probePaths.has(path)) return path;
  const pathWithoutSlash = removeLastSlash(pagePath);
  if (nonPagePaths.has(pathWithoutSlash)) return pathWithoutSlash;
  if (!isAssetPath(pathWithoutSlash)) return findPathPattern(pathWithoutSlash);
  const folderPrefix = loggedFolders.find((name) => pathWithoutSlash.startsWith(name));
  return folderPrefix === undefined ? "/:file" : `${folderPrefix}*`;
}

/** Returns true for a path that never begins with the base path (docs/product/pages.md#pages). */
function isIndependentOfBasePath(path: string): boolean {
  return path.startsWith("/acquisition/") || path.startsWith("/entrance/") || path === securityTxtPath;
}
