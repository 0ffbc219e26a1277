import { decodePercent } from "~/utils/percent-encoding";
import { isLocale } from "~/i18n/locales";
import { splitLanguagePrefix } from "~/i18n/negotiate";
import { generatedFiles, type PageProperties, pages } from "~/routes";

/**
 * The paths of health probes. They are at the root of the origin, even with a base path (docs/product/pages.md#pages).
 */
export const probePaths: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Paths of files that routes generate, such as robots.txt. */
export const generatedFilePaths: ReadonlySet<string> = new Set(generatedFiles.map((file) => `/${file}`));

/**
 * Returns true if a path (below the base path) has a file extension, unless a route generates the file. Recognizes
 * encoded extensions and slashes at the end. `.data` is not a file extension, because requests for a page's data end
 * with it.
 */
export function isAssetPath(path: string): boolean {
  if (generatedFilePaths.has(path)) return false;
  // This pattern takes linear time for any path. A pattern that begins with slashes would search again from each slash
  // of "////…x".
  return /\.(?!data\/*$)[A-Za-z0-9]+\/*$/.test(decodePercent(path) ?? path);
}

/** A row of app/routes.ts. Its pattern contains neither the base path nor a URL prefix. */
interface PageRoute extends PageProperties {
  /** The pattern of the page's path, for example "/products/:product". */
  pattern: string;
}

const pageRoutes = Object.entries(pages).map(([path, page]): PageRoute => ({ ...page, pattern: `/${path}` }));
const pageRouteByPath = new Map(pageRoutes.map((pageRoute) => [pageRoute.pattern, pageRoute]));
const pageRouteByFolder = new Map(
  pageRoutes.flatMap((pageRoute) => {
    const [start = "", parameter] = pageRoute.pattern.split(":");
    return parameter === undefined ? [] : [[start, pageRoute]];
  }),
);
const landingPageRoute = pageRouteByFolder.get("/");

/**
 * Paths below the base path that the server's pipeline serves without Remix. Add the path of every new step: otherwise
 * the landing page treats it as a campaign's slug.
 */
export const pipelinePaths = { cspReports: "/csp-reports", browserReports: "/browser-reports" } as const;
const reservedPaths = new Set<string>(["/assets", ...Object.values(pipelinePaths), ...probePaths]);
/**
 * Paths that split links must not have as targets. They look like folders of this site, but the landing page would
 * open, with the folder's name as its slug.
 */
const excludedTargetPaths = new Set([
  "/acquisition",
  "/data",
  "/entrance",
  ...pageRoutes
    .filter(({ pattern }) => pattern.split("/").length > 2)
    .map(({ pattern }) => `/${pattern.split("/")[1] ?? ""}`),
]);

/**
 * Matches query parameters that no page reads and that shared (cached) pages ignore: campaign parameters, and
 * `disablegb`.
 */
export const ignoredParameterPattern = /^(?:utm_[a-z_]+|gclid|fbclid|disablegb)$/;

/** Removes a slash at the end of a path, because Remix shows the same page with and without it. */
export function removeLastSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Returns the path below the base path; undefined for a path outside the base path. */
export function removeBasePath(path: string, basePath: string): string | undefined {
  if (path === basePath) return "/";
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

/**
 * Returns the row of app/routes.ts that matches a path. The page may still respond 404, if the row does not list the
 * parameter's value.
 */
export function findPageRoute(path: string): PageRoute | undefined {
  const pageRoute = pageRouteByPath.get(path);
  if (pageRoute) return pageRoute;
  const lastSlashIndex = path.lastIndexOf("/");
  if (lastSlashIndex === 0) return isCampaignPath(path) ? landingPageRoute : undefined;
  return pageRouteByFolder.get(path.slice(0, lastSlashIndex + 1));
}

/** Matches a path that contains a query after a damaged question mark: `/en%3Frc=X`, `/en&rc=X`. */
const damagedQueryPattern = /^(.*?)(?:%3F|&(?:amp;)?|;)((?:rc|vt|accountActivationId)(?:=|%3D).*)$/i;
/**
 * Matches white space, invisible characters and punctuation that mail programs add at the end of a link. Matches at
 * most 20 of them.
 */
const damagedEndPattern = /(?:%20|%C2%A0|%E2%80%8B|%22|%3E|[.,;:!)*']){1,20}$/i;

/**
 * Finds the page of a URL that a mail program or messenger has damaged, or that was typed in another case.
 *
 * @param path - below the base path, with its URL prefix
 * @param query - with its question mark, or empty
 * @returns the intended path and query; undefined if the path needs no change or no page matches
 */
export function repairDamagedUrl(path: string, query: string): string | undefined {
  const decodedPath = decodeUnreserved(path);
  if (decodedPath !== path) return repairDamagedUrl(decodedPath, query) ?? `${decodedPath}${query}`;
  if (isPagePath(path)) return undefined;
  const [, start = path, parameters] = damagedQueryPattern.exec(path) ?? [];
  const repairedStart = start.replace(damagedEndPattern, "") || "/";
  const repairedPath =
    correctPathCase(repairedStart) ??
    (repairedStart !== path && isPagePath(repairedStart) ? repairedStart : undefined);
  if (repairedPath === undefined) return undefined;
  const otherParameters = query.slice(1);
  const damagedParameters = parameters?.replaceAll(/%3D/gi, "=");
  const repairedQuery = [damagedParameters, otherParameters]
    .filter((part) => part !== undefined && part !== "")
    .join("&");
  return repairedQuery === "" ? repairedPath : `${repairedPath}?${repairedQuery}`;
}

/**
 * Decodes percent-encoded letters, digits, hyphens, underscores and tildes, which need no encoding (RFC 3986, section
 * 2.3). Remix and the page templates handle a path with `%` slowly.
 */
function decodeUnreserved(path: string): string {
  return path.replaceAll(/%(?:2d|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi, decodeURIComponent);
}

const patternByLowerCase = new Map(
  pageRoutes
    .filter(({ hasOnlyAction }) => !hasOnlyAction)
    .map(({ pattern }) => [pattern.toLowerCase(), pattern]),
);

/**
 * Finds the page of a path in another case, such as `/De/Registration/Deny`. A parameter that may have any value keeps
 * its case.
 *
 * @param path - below the base path, with its URL prefix
 * @returns the page's own path; undefined if the path needs no change or no page matches
 */
export function correctPathCase(path: string): string | undefined {
  const pathWithoutSlash = removeLastSlash(path);
  if (pathWithoutSlash.length > 1 && pathWithoutSlash.endsWith("/")) return undefined;
  if (pathWithoutSlash === pathWithoutSlash.toLowerCase() && isPagePath(pathWithoutSlash)) return undefined;
  const [, firstSegment = ""] = pathWithoutSlash.split("/", 2);
  const prefix = isLocale(firstSegment.toLowerCase()) ? `/${firstSegment.toLowerCase()}` : "";
  const correctPagePath = correctPageCase(pathWithoutSlash.slice(prefix.length) || "/");
  if (correctPagePath === undefined) return undefined;
  const correctPath = correctPagePath === "/" ? prefix || "/" : `${prefix}${correctPagePath}`;
  return correctPath === pathWithoutSlash ? undefined : correctPath;
}

function isPagePath(path: string): boolean {
  const { pathAfterPrefix } = splitLanguagePrefix(path);
  const pageRoute = findPageRoute(pathAfterPrefix);
  return pageRoute !== undefined && hasAllowedParameter(pageRoute, pathAfterPrefix);
}

function correctPageCase(path: string): string | undefined {
  const lowerCasePath = path.toLowerCase();
  const pattern = patternByLowerCase.get(lowerCasePath);
  if (pattern !== undefined) return pattern;
  const pageRoute = findPageRoute(lowerCasePath);
  if (!pageRoute || pageRoute.hasOnlyAction) return undefined;
  if (pageRoute === landingPageRoute || pageRoute.parameterValues)
    return hasAllowedParameter(pageRoute, lowerCasePath) ? lowerCasePath : undefined;
  const lastSegmentIndex = lowerCasePath.lastIndexOf("/") + 1;
  return lowerCasePath.slice(0, lastSegmentIndex) + path.slice(lastSegmentIndex);
}

/** The path of security.txt. It is at the root of the origin, even with a base path (RFC 8615, section 3). */
export const securityTxtPath = "/.well-known/security.txt";

/** Returns the pattern of a path; "*" for an unknown path. The pattern contains no personal data. */
export function findPathPattern(path: string): string {
  const pageRoute =
    path.lastIndexOf("/") === 0 ? (pageRouteByPath.get(path) ?? landingPageRoute) : findPageRoute(path);
  return pageRoute?.pattern ?? "*";
}

const knownPathSegments = new Set(Object.keys(pages).flatMap((path) => path.split("/")));

/**
 * Returns a path that is safe to log, because it contains no personal data. Unknown segments become "*", and segments
 * after the fourth are omitted.
 */
export function maskPath(path: string): string {
  const pathSegments = path.split("/").slice(1, 5);
  return pathSegments.map((part) => `/${knownPathSegments.has(part) ? part : "*"}`).join("");
}

/** Returns true for a path of the landing page. */
export function isLandingPath(path: string): boolean {
  return landingPageRoute !== undefined && findPageRoute(path) === landingPageRoute;
}

/** Returns true if a route's decoded parameter is a campaign's slug or missing. */
export function isLandingSlug(slug = ""): boolean {
  return isLandingPath(`/${slug}`);
}

/** Returns the campaign's slug in a path of the landing page. */
export function findCampaign(path: string): string | undefined {
  return isLandingPath(path) && path.length > 1 ? path.slice(1) : undefined;
}

/** Returns the HTTP status of the public page at a path; undefined if the path has no public page. */
export function getPublicPageStatus(path: string): 200 | PageProperties["status"] {
  const pageRoute = findPageRoute(path);
  return pageRoute?.privacy === "public" && hasAllowedParameter(pageRoute, path)
    ? (pageRoute.status ?? 200)
    : undefined;
}

/** Returns true if a split link may have this path as a target. */
export function isSplitTarget(path: string): boolean {
  const pageRoute = findPageRoute(path);
  if (pageRoute === landingPageRoute && excludedTargetPaths.has(path)) return false;
  return pageRoute?.canBeSplitTarget === true && hasAllowedParameter(pageRoute, path);
}

/**
 * Returns all paths that match a row of app/routes.ts. Returns an empty list if the row's path parameter may have any
 * value.
 */
function listPaths({ pattern, parameterValues }: PageRoute): readonly string[] {
  const [start = "", parameter] = pattern.split(":");
  if (parameter === undefined || pattern.endsWith("?")) return [start];
  return (parameterValues ?? []).map((value) => start + value);
}

/** The patterns of event streams. */
export const streamPatterns: ReadonlySet<string> = new Set(
  pageRoutes.filter(({ isEventStream }) => isEventStream).map(({ pattern }) => pattern),
);

export const pagePatterns: readonly string[] = pageRoutes.map(({ pattern }) => pattern);

export const sitemapPaths = pageRoutes.filter(({ isInSitemap }) => isInSitemap).flatMap(listPaths);

/** Returns true if the path can be the slug of a landing page (docs/product/pages.md#pages). */
function isCampaignPath(path: string): boolean {
  const slug = path.slice(1);
  if (slug === "") return true;
  if (slug.length > 64 || reservedPaths.has(path) || isLocale(slug)) return false;
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug);
}

function hasAllowedParameter({ parameterValues }: PageRoute, path: string): boolean {
  return parameterValues === undefined || parameterValues.includes(path.slice(path.lastIndexOf("/") + 1));
}
