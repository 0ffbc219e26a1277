import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { localeCodes } from "~/i18n/locales";
import { splitPrefix } from "~/i18n/negotiate";

/** The build of this site: entry.server.tsx exports `loadParts` in addition to what Remix needs. */
export interface SiteBuild extends ServerBuild {
  entry: { module: ServerBuild["entry"]["module"] & { loadParts: () => Promise<void> } };
}

/** Returns the build, which is made for "/", with its addresses under a base path (docs/operate/configuration.md). */
function underBasePath(build: SiteBuild, basePath: string): SiteBuild {
  if (basePath === "") return build;
  return {
    ...build,
    basename: basePath,
    publicPath: `${basePath}${build.publicPath}`,
    assets: rewritten(build.assets, basePath),
  };
}

type Manifest = ServerBuild["assets"];

function rewritten(manifest: Manifest, basePath: string): Manifest {
  const at = (path: string) => (path.startsWith("/assets/") ? `${basePath}${path}` : path);
  const all = (paths: string[] | undefined) => (paths ? paths.map(at) : []);
  const routes: Manifest["routes"] = {};
  for (const [id, route] of Object.entries(manifest.routes))
    routes[id] = { ...route, module: at(route.module), imports: all(route.imports), css: all(route.css) };
  return {
    ...manifest,
    url: at(manifest.url),
    entry: { module: at(manifest.entry.module), imports: manifest.entry.imports.map(at) },
    routes,
  };
}

/**
 * Loads the pages.
 *
 * @param file - the module with all of them
 */
export async function loadBuild(file: string, basePath: string): Promise<SiteBuild> {
  const module: unknown = await import(/* @vite-ignore */ file);
  if (!isBuild(module)) throw new Error("there is no Remix build: run npm run build");
  return underBasePath(module, basePath);
}

function isBuild(module: unknown): module is SiteBuild {
  return typeof module === "object" && module !== null && "routes" in module && "entry" in module;
}

type Routes = ServerBuild["routes"];

/** Data and manifest requests, and paths that Remix decodes before it matches them. They are rare and slow. */
const forAllRoutes = /\.data$|\/__manifest$|%/;

/**
 * Creates a request handler that takes the same time for a page, however many pages there are. Remix flattens, ranks
 * and tries its whole route table several times for each page, so each route has a handler that knows only the root and
 * itself, found among the paths of its language. Each path leads to the same page as without it.
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
    const cached = handlers.get(id);
    if (cached) return cached;
    const handler = createRequestHandler(only(build, id), mode);
    handlers.set(id, handler);
    return handler;
  }

  return (request, loadContext) => handlerFor(new URL(request.url).pathname)(request, loadContext);
}

/** Returns all pages, which are children of the root: there are no layouts between them. */
function pagesOf(routes: Routes) {
  return Object.values(routes).flatMap(({ id, path, caseSensitive = false, parentId }) =>
    parentId === "root" && path !== undefined ? [{ id, path, caseSensitive }] : [],
  );
}

/** Wraps a route's loader to return the earlier result of the same request, if `loaderResults` has one. */
function decidedOnce(route: Routes[string]): Routes[string] {
  const { loader } = route.module;
  if (!loader) return route;
  const once: typeof loader = (args) =>
    args.context.app?.responseState.loaderResults?.get(route.id) ?? loader(args);
  return { ...route, module: { ...route.module, loader: once } };
}

function only(build: ServerBuild, id: string): ServerBuild {
  const pick = <Value>(table: Record<string, Value>) =>
    Object.fromEntries(Object.entries(table).filter(([key]) => key === "root" || key === id));
  return {
    ...build,
    routes: Object.fromEntries(
      Object.entries(pick(build.routes)).map(([key, route]) => [key, decidedOnce(route)]),
    ),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  };
}
