import type { ServerBuild } from "@remix-run/node";
import * as z from "zod";
import { memoizeHeader } from "~/utils/memoize";
import { isCrawler } from "~/request/crawler";
import { findPageRoute } from "~/request/paths";
import { hasBody } from "~/server/guard/guard-body.server";
import { wantsHtml } from "~/server/accept-headers.server";
import type { Exchange } from "~/server/exchange";
import { createSlotTree, type SlotTree } from "./slots.server";

/** The slots of the routes that have templates, by route id. */
export type TemplatedRoutes = ReadonlyMap<string, SlotTree>;

/** Reads the slots from `handle.template` of all routes. */
export function readTemplatedRoutes(routes: ServerBuild["routes"]): TemplatedRoutes {
  const slotTreeByRoute = new Map<string, SlotTree>();
  for (const route of Object.values(routes)) {
    const result = templateHandleSchema.safeParse(route.module.handle);
    if (result.success) slotTreeByRoute.set(route.id, createSlotTree(result.data.template.personal));
  }
  return slotTreeByRoute;
}

const templateHandleSchema = z.object({ template: z.object({ personal: z.array(z.string()) }) });

/** A page that may be served from a template. */
interface TemplatedPage {
  /** The route's id in app/routes.ts. */
  routeId: string;
  params: Record<string, string>;
}

const isCrawlerUserAgent = memoizeHeader(isCrawler);

/**
 * Returns the requested page if it can be served from a template; undefined for unusual requests, such as a crawler's.
 */
export function findTemplatedPage(
  { req, address }: Exchange,
  templatedRoutes: TemplatedRoutes,
): TemplatedPage | undefined {
  const { pathBelowBase, prefix, pagePath, isDataRequest } = address;
  if (req.method !== "GET" || isDataRequest || pathBelowBase === undefined || pathBelowBase.includes("%"))
    return undefined;
  const pageRoute = findPageRoute(pagePath);
  if (!pageRoute) return undefined;
  const route = `${prefix}${pageRoute.pattern}`.slice(1);
  if (!templatedRoutes.has(route) || hasBody(req) || !wantsHtml(req.headers.accept)) return undefined;
  if (isCrawlerUserAgent(req.headers["user-agent"] ?? "")) return undefined;
  const [, parameter] = /:(\w+)/.exec(pageRoute.pattern) ?? [];
  const value = pagePath.slice(pagePath.lastIndexOf("/") + 1);
  return {
    routeId: route,
    params: parameter && value ? { [parameter]: value } : {},
  };
}
