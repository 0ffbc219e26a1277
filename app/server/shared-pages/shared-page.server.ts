import { getPublicPageStatus, findCampaign, isLandingPath, ignoredParameterPattern } from "~/request/paths";
import type { RequestAddress } from "~/request/request-address";
import { refusalReasons } from "~/domain/registration/registration-code";
import { chooseHeadline } from "~/domain/headline";
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Encoding } from "~/server/accept-headers.server";
import type { InlineSources } from "~/server/security-headers.server";

/** A page without personal data, which the page cache may serve to all visitors. */
export interface SharedPage {
  /** The path and query to render, without base path and URL prefix. */
  path: string;
  status: number;
  isLanding: boolean;
  /**
   * The landing page's slug, even if the slug has no headline of its own, because experiments may depend on the slug.
   */
  campaign: string | undefined;
}

const denyPath = "/registration/deny";

/**
 * Returns the shared page at a URL, if there is one. Campaigns without a headline of their own share one landing page
 * (docs/product/pages.md#pages).
 */
export function findSharedPage({
  pathBelowBase,
  pagePath,
  search,
  isDataRequest,
}: RequestAddress): SharedPage | undefined {
  if (pathBelowBase === undefined || isDataRequest) return undefined;
  const reasons = readReasonParameters(search.slice(1));
  if (reasons === undefined) return undefined;
  const status = getPublicPageStatus(pagePath);
  if (status === undefined || (reasons.length > 0 && pagePath !== denyPath)) return undefined;
  const isLanding = isLandingPath(pagePath);
  const page = { status, isLanding, campaign: isLanding ? findCampaign(pagePath) : undefined };
  if (pagePath === denyPath) return { ...page, path: `${denyPath}?reason=${normalizeReason(reasons)}` };
  return { ...page, path: isLanding ? chooseLandingPath(pagePath) : pagePath };
}

function chooseLandingPath(path: string): string {
  return chooseHeadline(path.slice(1), "default") === "default" ? "/" : path;
}

/**
 * Returns the values of the query parameter `reason`. Returns undefined if the query has any other parameter that a
 * page may read.
 */
function readReasonParameters(query: string): string[] | undefined {
  if (query === "") return [];
  const pairs = query
    .split("&")
    .filter((pair) => pair !== "" && !ignoredParameterPattern.test(readParameterName(pair)));
  // Accepts only unencoded values, because an encoded value may decode to a known reason. A page with any other query
  // is personalized.
  const hasOnlyReason = pairs.length <= 1 && pairs.every((pair) => /^reason=[\w-]*$/.test(pair));
  return hasOnlyReason ? pairs.map((pair) => pair.slice("reason=".length)) : undefined;
}

function readParameterName(pair: string): string {
  return pair.split("=", 1).join("");
}

/** Returns the reason that the deny page shows. An unknown reason becomes "invalid". */
function normalizeReason([value]: string[]): string {
  return refusalReasons.find((reason) => reason === value) ?? "invalid";
}

const compressByEncoding = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** The compression levels for a page's first responses. A page that is requested again gets `bestCompressionLevels`. */
const quickCompressionLevels = { br: 5, gzip: 6 };
const bestCompressionLevels = { br: 11, gzip: 9 };

async function compressInEachEncoding(
  uncompressedBody: Buffer,
  levels: typeof quickCompressionLevels,
): Promise<Record<"br" | "gzip", Buffer>> {
  const [br, zipped] = await Promise.all([
    compressByEncoding.br(uncompressedBody, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: levels.br,
        [constants.BROTLI_PARAM_SIZE_HINT]: uncompressedBody.length,
      },
    }),
    compressByEncoding.gzip(uncompressedBody, { level: levels.gzip }),
  ]);
  return { br, gzip: zipped };
}

/** One encoding of a page, ready to be sent. A list of headers alternates names and values, as `writeHead` takes it. */
interface EncodedPage {
  rawHeaders: readonly string[];
  /** The ETag of the page in this encoding; undefined for a page that browsers must not store. */
  etag: string | undefined;
  /** The headers of a 304 response (RFC 9110, section 15.4.5). */
  notModifiedRawHeaders: readonly string[];
  body: Buffer;
}

/** A whole shared page in each encoding. */
export type CachedPage = Record<Encoding, EncodedPage> & { status: number; totalBytes: number };

/**
 * Headers of Remix's response that are not copied: they are set for each response or computed by `createCachedPage`.
 */
const excludedHeaders = new Set(["set-cookie", "vary", "content-length", "content-encoding", "etag"]);
/** Matches headers that a response with status 304 omits. */
const contentHeaderPattern = /^content-(?!security)/i;

/**
 * Compresses a rendered page quickly and creates all its headers.
 *
 * @param securityHeaders - returns the security headers for the page's inline scripts and styles
 */
export async function createCachedPage(
  response: Response,
  securityHeaders: (inlineSources: InlineSources) => [string, string][],
): Promise<CachedPage> {
  const html = await response.text();
  const uncompressedBody = Buffer.from(html);
  const { br, gzip: zipped } = await compressInEachEncoding(uncompressedBody, quickCompressionLevels);
  const sharedHeaders = new Map(securityHeaders(findInlineSources(html)));
  for (const [name, value] of response.headers)
    if (!excludedHeaders.has(name)) sharedHeaders.set(name, value);
  sharedHeaders.set("vary", createVary(response));
  const contentHash = createHash("sha256").update(uncompressedBody).digest("base64url").slice(0, 22);
  const isStorable = !(response.headers.get("Cache-Control") ?? "").includes("no-store");

  const createEncodedPage = (encoding: Encoding, body: Buffer): EncodedPage => {
    const etag = isStorable ? `"${contentHash}${encoding === "identity" ? "" : `-${encoding}`}"` : undefined;
    const headers = [...sharedHeaders];
    if (etag) headers.push(["etag", etag]);
    const encodingHeaders = encoding === "identity" ? [] : [["content-encoding", encoding]];
    return {
      rawHeaders: [...headers, ...encodingHeaders, ["content-length", String(body.length)]].flat(),
      notModifiedRawHeaders: headers.filter(([name]) => !contentHeaderPattern.test(name)).flat(),
      etag,
      body,
    };
  };
  return {
    status: response.status,
    br: createEncodedPage("br", br),
    gzip: createEncodedPage("gzip", zipped),
    identity: createEncodedPage("identity", uncompressedBody),
    totalBytes: uncompressedBody.length + br.length + zipped.length,
  };
}

/**
 * Returns the page with its best compression. The ETags stay the same, because they identify the uncompressed content.
 */
export async function recompressPage(page: CachedPage): Promise<CachedPage> {
  const { br, gzip: zipped } = await compressInEachEncoding(page.identity.body, bestCompressionLevels);
  return {
    ...page,
    br: replaceBody(page.br, br),
    gzip: replaceBody(page.gzip, zipped),
    totalBytes: page.identity.body.length + br.length + zipped.length,
  };
}

/** Replaces the page's body and its Content-Length, which is the last value of the header list. */
function replaceBody(encodedPage: EncodedPage, body: Buffer): EncodedPage {
  return { ...encodedPage, rawHeaders: [...encodedPage.rawHeaders.slice(0, -1), String(body.length)], body };
}

function createVary(response: Response): string {
  const remixVary = response.headers.get("Vary");
  return ["Accept-Encoding", "Save-Data", ...(remixVary ? [remixVary] : [])].join(", ");
}

/** Matches script and style elements. Attribute values of the site's pages contain no ">". */
const scriptOrStylePattern = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;

/**
 * Returns the hashes of a page's inline scripts and styles. Without these hashes, the Content-Security-Policy would
 * block the elements (CSP 3, section 6.7.3.3).
 */
function findInlineSources(html: string): InlineSources {
  const hashesByElement = { script: new Set<string>(), style: new Set<string>() };
  for (const [, name, attributes = "", text = ""] of html.matchAll(scriptOrStylePattern)) {
    // Skips external scripts, which need no hash, and data blocks, which are not executed.
    if (/ src=| type="application\//.test(attributes)) continue;
    const hash = createHash("sha256").update(text).digest("base64");
    hashesByElement[name === "style" ? "style" : "script"].add(`'sha256-${hash}'`);
  }
  return { scripts: [...hashesByElement.script], styles: [...hashesByElement.style] };
}
