import type { EntryContext } from "@remix-run/node";
import * as z from "zod";
import type { RequestContext } from "~/context.server";
import { mouldedPage } from "./moulded-page.server";

type Draw = (nonce: string | undefined, remix: EntryContext) => Promise<string>;

/** All that a page is drawn of besides its nonce; what is not here cannot be in a mould. */
const factsSchema = z.object({
  loaderData: z.record(z.string(), z.unknown()),
  location: z.object({
    pathname: z.string(),
    search: z.string(),
    hash: z.string(),
    state: z.unknown(),
    key: z.string(),
  }),
  matches: z.array(
    z.object({ params: z.record(z.string(), z.string()), pathname: z.string(), pathnameBase: z.string() }),
  ),
});

/**
 * The page of a visitor whose own words on it are known; undefined for every other page, which is drawn anew: one that
 * answers a form, says what failed, or shows what somebody typed.
 */
export function drawnFromMould(
  { facts, moulds, ownWords, tale }: RequestContext,
  request: Request,
  remix: EntryContext,
  draw: Draw,
): Promise<string> | undefined {
  const { loaderData, location, matches, statusCode, errors, actionData } = remix.staticHandlerContext;
  if (!moulds || !ownWords || !facts.nonce) return undefined;
  if (request.method === "POST" || statusCode !== 200 || errors || actionData) return undefined;
  const page = matches.map(({ route, params, pathname, pathnameBase }) => {
    return { id: route.id, params, pathname, pathnameBase };
  });
  return mouldedPage(moulds, {
    words: [facts.nonce, queryOf(facts.url), location.search, ...ownWords],
    // Its styles are fewer for who saves data.
    facts: JSON.stringify({ loaderData, location, matches: page, savesData: facts.headers.savesData }),
    draw: ([nonce], text) => draw(nonce, ofFacts(remix, text)),
    moulded() {
      tale.cache = "mould";
    },
  });
}

const queryOf = (url: string) => (url.includes("?") ? url.slice(url.indexOf("?")) : "");

function ofFacts(remix: EntryContext, text: string): EntryContext {
  const { matches, ...facts } = factsSchema.parse(JSON.parse(text));
  const { staticHandlerContext } = remix;
  return {
    ...remix,
    staticHandlerContext: {
      ...staticHandlerContext,
      ...facts,
      matches: staticHandlerContext.matches.map((match, index) => ({ ...match, ...matches[index] })),
    },
  };
}
