import { decodePercent } from "~/config/percent-encoding";
import { isLocale } from "~/i18n/locales";
import { splitPrefix } from "~/i18n/negotiate";
import { files, type Page, pages } from "~/routes";

/** Probes of machines, at the root under any base path (docs/product/pages.md#pages). */
export const probePaths: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Files that routes generate. */
export const filePaths: ReadonlySet<string> = new Set(files.map((file) => `/${file}`));

/**
 * Returns true if a path below the base path is named like a file that no route generates, even if it is encoded or has
 * slashes at its end. Such a request gets a plain answer. Remix's data requests end in `.data`.
 */
export function isAssetPath(path: string): boolean {
  if (filePaths.has(path)) return false;
  return /\.(?!data$)[A-Za-z0-9]+$/.test((decodePercent(path) ?? path).replace(/\/+$/, ""));
}

/** A row of app/routes.ts. Paths in this file are below base path and prefix. */
interface PageRow extends Page {
  /** "/products/:product" */
  pattern: string;
}

const rows = Object.entries(pages).map(([path, page]): PageRow => ({ ...page, pattern: `/${path}` }));
const rowByPath = new Map(rows.map((row) => [row.pattern, row]));
const rowByFolder = new Map(
  rows.flatMap((row) => {
    const [start = "", parameter] = row.pattern.split(":");
    return parameter === undefined ? [] : [[start, row]];
  }),
);
const landing = rowByFolder.get("/");

/**
 * Paths that steps of the pipeline answer, below the base path. A step's path has to be listed here: the landing page
 * would otherwise answer it as a campaign's slug.
 */
export const stepPaths = { cspReports: "/csp-reports", browserReports: "/browser-reports" } as const;
const reserved = new Set<string>(["/assets", ...Object.values(stepPaths), ...probePaths]);
/**
 * Rejected as targets of split links: the landing page would answer them as a campaign's slug, which an administrator
 * does not intend.
 */
const assetFolders = new Set([
  "/acquisition",
  "/data",
  "/entrance",
  ...rows
    .filter(({ pattern }) => pattern.split("/").length > 2)
    .map(({ pattern }) => `/${pattern.split("/")[1] ?? ""}`),
]);

/** Campaign parameters, and one that shared pages ignore: no page reads them. */
export const unreadParameter = /^(?:utm_[a-z_]+|gclid|fbclid|disablegb)$/;

/** Remix treats a path with a slash at its end as the same page. */
export function withoutLastSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Returns the path below the base path; undefined for a path outside it. */
export function belowBase(path: string, basePath: string): string | undefined {
  if (path === basePath) return "/";
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

/** Returns the row of a path, even if the page answers 404 because the row does not list the parameter's value. */
export function pageAt(path: string): PageRow | undefined {
  const row = rowByPath.get(path);
  if (row) return row;
  const slash = path.lastIndexOf("/");
  if (slash === 0) return isCampaign(path) ? landing : undefined;
  return rowByFolder.get(path.slice(0, slash + 1));
}

/** A query after an encoded question mark, or after the separator of parameters: `/en%3Frc=X`, `/en&rc=X`. */
const damagedQuery = /^(.*?)(?:%3F|&(?:amp;)?|;)((?:rc|vt|accountActivationId)(?:=|%3D).*)$/i;
/**
 * White space, invisible characters and punctuation that mail programs include in a link; longer sequences are not
 * repaired.
 */
const damagedEnd = /(?:%20|%C2%A0|%E2%80%8B|%22|%3E|[.,;:!)*']){1,20}$/i;

/**
 * Finds the page of an address that was damaged on its way, or typed in another case.
 *
 * @param path - below the base path, with its prefix
 * @param query - with its question mark, or empty
 * @returns the intended path and query; undefined if the path needs no change or no page has it
 */
export function meantAddress(path: string, query: string): string | undefined {
  if (isPage(path)) return undefined;
  const [, start = path, parameters] = damagedQuery.exec(path) ?? [];
  const repaired = start.replace(damagedEnd, "") || "/";
  const page = pathInOtherCase(repaired) ?? (repaired !== path && isPage(repaired) ? repaired : undefined);
  if (page === undefined) return undefined;
  const more = query.slice(1);
  const first = parameters?.replaceAll(/%3D/gi, "=");
  const allParameters = [first, more].filter((part) => part !== undefined && part !== "").join("&");
  return allParameters === "" ? page : `${page}?${allParameters}`;
}

const namedInLowerCase = new Map(
  rows.filter(({ formOnly }) => !formOnly).map(({ pattern }) => [pattern.toLowerCase(), pattern]),
);

/**
 * Finds the page of a path in another case, such as `/De/Registration/Deny`. A free parameter is not changed.
 *
 * @param path - below the base path, with its prefix
 * @returns the page's own path; undefined if the path needs no change or no page has it
 */
export function pathInOtherCase(path: string): string | undefined {
  const plain = withoutLastSlash(path);
  if (plain.length > 1 && plain.endsWith("/")) return undefined;
  if (plain === plain.toLowerCase() && isPage(plain)) return undefined;
  const [, first = ""] = plain.split("/", 2);
  const prefix = isLocale(first.toLowerCase()) ? `/${first.toLowerCase()}` : "";
  const page = pageInOtherCase(plain.slice(prefix.length) || "/");
  if (page === undefined) return undefined;
  const correctPath = page === "/" ? prefix || "/" : `${prefix}${page}`;
  return correctPath === plain ? undefined : correctPath;
}

function isPage(path: string): boolean {
  const { rest } = splitPrefix(path);
  const row = pageAt(rest);
  return row !== undefined && hasValue(row, rest);
}

function pageInOtherCase(path: string): string | undefined {
  const small = path.toLowerCase();
  const pattern = namedInLowerCase.get(small);
  if (pattern !== undefined) return pattern;
  const row = pageAt(small);
  if (!row || row.formOnly) return undefined;
  if (row === landing || row.values) return hasValue(row, small) ? small : undefined;
  const end = small.lastIndexOf("/") + 1;
  return small.slice(0, end) + path.slice(end);
}

/** At the root of the origin under any base path (RFC 8615, section 3). */
export const securityTxtPath = "/.well-known/security.txt";

/** Returns the pattern of a path; "*" for an unknown path. It reveals nothing of the visitor. */
export function patternAt(path: string): string {
  const row = path.lastIndexOf("/") === 0 ? (rowByPath.get(path) ?? landing) : pageAt(path);
  return row?.pattern ?? "*";
}

const pathWords = new Set(Object.keys(pages).flatMap((path) => path.split("/")));

/** Returns a path that reveals nothing of the visitor: unknown parts, and parts beyond the fourth, become stars. */
export function shownPath(path: string): string {
  const parts = path.split("/").slice(1, 5);
  return parts.map((part) => `/${pathWords.has(part) ? part : "*"}`).join("");
}

/** Returns true for a path of the landing page. */
export function isLandingPath(path: string): boolean {
  return landing !== undefined && pageAt(path) === landing;
}

/** Returns true if a route's decoded parameter is a campaign's slug or missing. */
export function isLandingSlug(slug = ""): boolean {
  return isLandingPath(`/${slug}`);
}

/** Returns the campaign's slug in a path of the landing page. */
export function campaignOf(path: string): string | undefined {
  return isLandingPath(path) && path.length > 1 ? path.slice(1) : undefined;
}

/** Returns the status of the public page at a path; undefined if no public page has it. */
export function publicStatusOf(path: string): 200 | Page["status"] {
  const row = pageAt(path);
  return row?.privacy === "public" && hasValue(row, path) ? (row.status ?? 200) : undefined;
}

/** Returns true if a split link may lead to a path. */
export function isSplitTarget(path: string): boolean {
  const row = pageAt(path);
  if (row === landing && assetFolders.has(path)) return false;
  return row?.splitTarget === true && hasValue(row, path);
}

/** Returns all paths of a row; none if its parameter may have any value. */
export function pathsOf({ pattern, values }: PageRow): readonly string[] {
  const [start = "", parameter] = pattern.split(":");
  if (parameter === undefined || pattern.endsWith("?")) return [start];
  return (values ?? []).map((value) => start + value);
}

/** The patterns of event streams. */
export const streamPatterns: ReadonlySet<string> = new Set(
  rows.filter(({ stream }) => stream).map(({ pattern }) => pattern),
);

/** The patterns of all pages. */
export const pagePatterns: readonly string[] = rows.map(({ pattern }) => pattern);

export const sitemapPaths = rows.filter(({ sitemap }) => sitemap).flatMap(pathsOf);

/** Checks the slug of a landing page (docs/product/pages.md#pages). */
function isCampaign(path: string): boolean {
  const slug = path.slice(1);
  if (slug === "") return true;
  if (slug.length > 64 || reserved.has(path) || isLocale(slug)) return false;
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug);
}

function hasValue({ values }: PageRow, path: string): boolean {
  return values === undefined || values.includes(path.slice(path.lastIndexOf("/") + 1));
}
