import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { localeCodes } from "~/i18n/locales";
import { splitPrefix } from "~/i18n/negotiate";

type Routes = ServerBuild["routes"];

/** Data and manifest requests, and paths that Remix decodes before it matches them: as rare as they are slow. */
const forAllRoutes = /\.data$|\/__manifest$|%/;

/**
 * A request handler in which a page does not pay for all the others. Remix flattens, ranks and tries its whole route
 * table several times for each page; so each route has a handler of its own, which knows the root and itself alone, and
 * a path looks for its route among those of its language. Which page a path leads to does not change.
 */
export function pageHandlers(build: ServerBuild, mode: string): RequestHandler {
  const { basename = "/" } = build;
  const all = createRequestHandler(build, mode);
  const handlers = new Map<string, RequestHandler>();
  const pages = pagesOf(build.routes);
  const pagesUnder = new Map(
    ["", ...localeCodes.map((code) => `/${code}`)].map((prefix) => [
      prefix,
      pages.filter(({ path }) => splitPrefix(`/${path}`).prefix === prefix),
    ]),
  );

  function handlerFor(pathname: string): RequestHandler {
    if (forAllRoutes.test(pathname)) return all;
    const { prefix } = splitPrefix(basename === "/" ? pathname : pathname.slice(basename.length));
    const id = matchRoutes(pagesUnder.get(prefix) ?? [], pathname, basename)?.[0]?.route.id;
    if (id === undefined) return all;
    const known = handlers.get(id);
    if (known) return known;
    const handler = createRequestHandler(only(build, id), mode);
    handlers.set(id, handler);
    return handler;
  }

  return (request, loadContext) => handlerFor(new URL(request.url).pathname)(request, loadContext);
}

/** All pages are children of the root: there are no layouts between them. */
function pagesOf(routes: Routes) {
  return Object.values(routes).flatMap(({ id, path, caseSensitive = false, parentId }) =>
    parentId === "root" && path !== undefined ? [{ id, path, caseSensitive }] : [],
  );
}

function only(build: ServerBuild, id: string): ServerBuild {
  const pick = <Value>(table: Record<string, Value>) =>
    Object.fromEntries(Object.entries(table).filter(([key]) => key === "root" || key === id));
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}
