import type { IncomingMessage } from "node:http";
import type { Config } from "~/config/environment";
import { memoize } from "~/i18n/memoize";
import { splitPrefix } from "~/i18n/negotiate";
import { isCrawler } from "~/request/crawler";
import { belowBase, pageAt } from "~/request/paths";
import { announcesBody } from "~/server/guard/guard-body.server";
import { isPlainHost, isPlainPath } from "~/server/guard/guard-target.server";

/** A page of the table of paths that may come out of a template. */
export interface AskedPage {
  /** The route's id in app/routes.ts. */
  route: string;
  params: Record<string, string>;
  /** Below the base path, with its prefix. */
  path: string;
}

/** Finds the page that a request asks for; undefined for every request that is unusual in any way. */
export function pageReader({ basePath }: Config): (req: IncomingMessage) => AskedPage | undefined {
  const isCrawlers = memoize(isCrawler);

  return (req) => {
    const { method, url = "", headers, rawHeaders } = req;
    if (method !== "GET" || announcesBody(req) || isCrawlers(headers["user-agent"] ?? "")) return undefined;
    const [whole = "", ...query] = url.split("?");
    const path = belowBase(whole, basePath);
    if (path === undefined || path.includes("%") || mayBeRemixs(query.join("?"))) return undefined;
    const { prefix, rest } = splitPrefix(path);
    const row = pageAt(rest);
    if (!row?.template || !isPlainPath(whole) || !isPlainHost(rawHeaders)) return undefined;
    const [, parameter] = /:(\w+)/.exec(row.pattern) ?? [];
    const value = rest.slice(rest.lastIndexOf("/") + 1);
    return {
      route: `${prefix}${row.pattern}`.slice(1),
      params: parameter && value ? { [parameter]: value } : {},
      path,
    };
  };
}

/** Whether a query may have Remix's own word in it, for which the guard refuses a request. */
function mayBeRemixs(query: string): boolean {
  return query.includes("_data") || (query.includes("%") && new URLSearchParams(query).has("_data"));
}
