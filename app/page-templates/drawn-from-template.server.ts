import { hash } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import type { RequestContext } from "~/context.server";
import { pageFromTemplate } from "./page-from-template.server";
import { changeSlots, slotsOf } from "./slots.server";

type Draw = (nonce: string | undefined, remix: EntryContext) => Promise<string>;

/**
 * The page whose loaders have all declared their slots; undefined for every other page, which is drawn anew: one that
 * answers a form or says what failed. Nonce and query, which no loader knows, are slots of every page.
 */
export function drawnFromTemplate(
  { facts, failed, pageTemplates, record, log }: RequestContext,
  request: Request,
  remix: EntryContext,
  draw: Draw,
): Promise<string> | undefined {
  const { loaderData, location, matches, statusCode, errors, actionData } = remix.staticHandlerContext;
  const { nonce } = facts;
  if (!pageTemplates || nonce === undefined || failed) return undefined;
  if (request.method === "POST" || statusCode !== 200 || errors || actionData) return undefined;
  const declared = slotsOf(loaderData);
  if (!declared) return undefined;

  const page = { nonce, location, loaderData };
  const slots = { nonce: "slot", location: { search: "slot" }, loaderData: declared } as const;
  const values: string[] = [];
  const shared = changeSlots(page, slots, (value) => {
    values.push(value);
    return "slot";
  });
  const routes = matches.map(({ route, params }) => [route.id, params]);
  // Its styles are fewer for who saves data. Language, features and season are in the loaders' data.
  const key = JSON.stringify([shared, routes, facts.headers.savesData]);
  return pageFromTemplate(pageTemplates, {
    key: hash("sha256", key, "base64"),
    values,
    draw(others) {
      const next = others.values();
      const { nonce: ownNonce, ...own } = changeSlots(page, slots, () => next.next().value ?? "");
      const staticHandlerContext = { ...remix.staticHandlerContext, ...own };
      return draw(ownNonce, { ...remix, staticHandlerContext });
    },
    onFilled() {
      record.cache = "template";
    },
    onUnfit() {
      log.warn({}, "a page cannot come out of a template");
    },
  });
}
