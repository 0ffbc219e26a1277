import { memoize } from "~/i18n/memoize";
import { isCrawler } from "~/request/crawler";
import { pageAt } from "~/request/paths";
import { announcesBody } from "~/server/guard/guard-body.server";
import { wantsHtml } from "~/server/wants-html.server";
import type { Exchange } from "~/server/exchange";

/** A page of the table of paths that may come out of a template. */
export interface TemplatePage {
  /** The route's id in app/routes.ts. */
  route: string;
  params: Record<string, string>;
}

const isCrawlers = memoize(isCrawler);

/** Finds the page of a request that a template may answer; undefined for every request that is unusual in any way. */
export function templatePageOf({ req, address }: Exchange): TemplatePage | undefined {
  const { below, prefix, pagePath, isData } = address;
  if (req.method !== "GET" || isData || below === undefined || below.includes("%")) return undefined;
  const row = pageAt(pagePath);
  if (!row?.template || announcesBody(req) || !wantsHtml(req.headers.accept)) return undefined;
  if (isCrawlers(req.headers["user-agent"] ?? "")) return undefined;
  const [, parameter] = /:(\w+)/.exec(row.pattern) ?? [];
  const value = pagePath.slice(pagePath.lastIndexOf("/") + 1);
  return {
    route: `${prefix}${row.pattern}`.slice(1),
    params: parameter && value ? { [parameter]: value } : {},
  };
}
