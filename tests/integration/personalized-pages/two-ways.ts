import { decode } from "turbo-stream";
import { expect } from "vitest";
import * as z from "zod";
import { requestLinesIn } from "../../support/log-lines";
import { createHttpVisitor, type HttpResponse, type HttpVisitor } from "../server/http-visitor";

/**
 * A site and its log, which shows if a page came from the page cache, a template or Remix. All requests are counted.
 */
export interface WatchedSite {
  origin: string;
  url: (path: string) => string;
  /** Creates a visitor and counts its requests. */
  visitor: (headers?: Record<string, string>) => HttpVisitor;
  /** Counts a request that the test sends without a visitor of this site. */
  countRequest: () => void;
  /** Waits until the log has a line for every request. Resolves to the `cache` field of the last page's line. */
  readLastCacheField: () => Promise<unknown>;
}

export function watchSite(
  site: { origin: string; url: (path: string) => string },
  readLog: () => string,
): WatchedSite {
  let requestCount = 0;
  const countRequest = () => void (requestCount += 1);
  return {
    origin: site.origin,
    url: (path) => site.url(path),
    countRequest,
    visitor(headers) {
      const visitor = createHttpVisitor(site, headers);
      const get: HttpVisitor["get"] = (...parameters) => {
        countRequest();
        return visitor.get(...parameters);
      };
      const post: HttpVisitor["post"] = (...parameters) => {
        countRequest();
        return visitor.post(...parameters);
      };
      return { ...visitor, get, post };
    },
    async readLastCacheField() {
      const readRequestLines = () => requestLinesIn(readLog());
      await expect.poll(() => readRequestLines().length, { timeout: 10_000 }).toBe(requestCount);
      return readRequestLines().at(-1)?.["cache"];
    },
  };
}

/** Repeats a visit until a template serves the page. The second visit starts the template's creation. */
export async function visitUntilTemplateExists(
  site: WatchedSite,
  visit: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  for (let visitIndex = 0; visitIndex < 30; visitIndex += 1) {
    const response = await visit();
    if ((await site.readLastCacheField()) === "template") return response;
  }
  throw new Error("No template was made");
}

/** Removes values that differ in each response: nonces, form tokens, SHA-256 hashes, ids and the site's origin. */
function removeUniqueValues(text: string, origin: string): string {
  return text
    .replaceAll(origin, "")
    .replaceAll(/nonce(="|-)[\w-]{20,}/g, "nonce")
    .replaceAll(/eyJ[\w-]+(?:\.[\w-]*)+/g, "token")
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "id")
    .replaceAll(/[0-9a-f]{64}/g, "hash")
    .replaceAll(/zoe-[0-9a-f]{8}@/g, "zoe@");
}

const pageDataScriptPattern = /<script type="application\/json" id="page-data">(.*?)<\/script>/s;
const pageDataSchema = z.looseObject({ data: z.string() });

/**
 * Returns the page's markup and its parsed hydration data. Remix serializes a repeated text only once, so the same data
 * may be serialized in two ways.
 */
export async function parsePage(
  response: HttpResponse,
  origin: string,
): Promise<{ markup: string; data: unknown }> {
  const page = removeUniqueValues(response.body, origin);
  const dataScript = pageDataScriptPattern.exec(page)?.[1];
  const markup = page.replace(pageDataScriptPattern, "");
  if (dataScript === undefined) return { markup, data: undefined };
  const { data, ...otherFields } = pageDataSchema.parse(JSON.parse(dataScript));
  const { body } = new Response(data);
  if (!body) throw new Error("no data");
  const { value } = await decode(body);
  return { markup, data: { ...otherFields, value } };
}

/**
 * Returns the headers of a response that do not depend on time or connection. Values that differ in each response are
 * removed from the headers.
 */
export function listComparableHeaders({ headers }: HttpResponse, origin: string): string[] {
  const changingHeaders = new Set(["date", "content-length", "connection", "keep-alive"]);
  return (
    [...headers]
      .filter(([name]) => !changingHeaders.has(name))
      // Replaces the remaining seconds of a limit, which differ between two requests.
      .map(
        ([name, value]) => [name, name === "retry-after" && Number(value) > 60 ? "minutes" : value] as const,
      )
      .map(([name, value]) => `${name}: ${removeUniqueValues(value, origin)}`)
      .sort()
  );
}
