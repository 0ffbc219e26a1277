import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { localeCodes } from "~/i18n/locales";
import { splitLanguagePrefix } from "~/i18n/negotiate";

/** The build of this site. Its entry.server.tsx exports `loadPageComponents` in addition to what Remix needs. */
export interface SiteBuild extends ServerBuild {
  entry: { module: ServerBuild["entry"]["module"] & { loadPageComponents: () => Promise<void> } };
}

/** Returns the build with the base path before all its URLs (docs/operate/configuration.md). */
function addBasePathToBuild(build: SiteBuild, basePath: string): SiteBuild {
  if (basePath === "") return build;
  return {
    ...build,
    basename: basePath,
    publicPath: `${basePath}${build.publicPath}`,
    assets: prefixManifest(build.assets, basePath),
  };
}

type AssetManifest = ServerBuild["assets"];

function prefixManifest(manifest: AssetManifest, basePath: string): AssetManifest {
  const prefixPath = (path: string) => (path.startsWith("/assets/") ? `${basePath}${path}` : path);
  const prefixPaths = (paths: string[] | undefined) => (paths ? paths.map(prefixPath) : []);
  const routes: AssetManifest["routes"] = {};
  for (const [id, route] of Object.entries(manifest.routes))
    routes[id] = {
      ...route,
      module: prefixPath(route.module),
      imports: prefixPaths(route.imports),
      css: prefixPaths(route.css),
    };
  return {
    ...manifest,
    url: prefixPath(manifest.url),
    entry: { module: prefixPath(manifest.entry.module), imports: manifest.entry.imports.map(prefixPath) },
    routes,
  };
}

/**
 * Loads the server's build with all pages.
 *
 * @param file - the module of the build
 */
export async function loadBuild(file: string, basePath: string): Promise<SiteBuild> {
  const buildModule: unknown = await import(/* @vite-ignore */ file);
  if (!isBuild(buildModule)) throw new Error("there is no Remix build: run npm run build");
  return addBasePathToBuild(buildModule, basePath);
}

function isBuild(module: unknown): module is SiteBuild {
  return typeof module === "object" && module !== null && "routes" in module && "entry" in module;
}

type RouteTable = ServerBuild["routes"];

/**
 * Paths that need the whole route table: Remix's data and manifest requests, and paths with percent-encoded characters,
 * which Remix decodes before it matches them. Such requests are slow, but rare.
 */
const allRoutesPathPattern = /\.data$|\/__manifest$|%/;

/**
 * Creates a request handler that takes the same time for a page, regardless of the number of pages. For each request,
 * Remix processes its whole route table several times, so each page gets its own handler with only the root and the
 * page's route.
 */
export function createPageHandler(build: ServerBuild, mode: string): RequestHandler {
  const { basename = "/" } = build;
  const allRoutesHandler = createRequestHandler(build, mode);
  const handlerByRouteId = new Map<string, RequestHandler>();
  const pages = listPageRoutes(build.routes);
  const pagesByPrefix = new Map(
    ["", ...localeCodes.map((localeCode) => `/${localeCode}`)].map((prefix) => [
      prefix,
      pages.filter(({ path }) => splitLanguagePrefix(`/${path}`).prefix === prefix),
    ]),
  );

  function findHandler(pathname: string): RequestHandler {
    if (allRoutesPathPattern.test(pathname)) return allRoutesHandler;
    const { prefix } = splitLanguagePrefix(basename === "/" ? pathname : pathname.slice(basename.length));
    const id = matchRoutes(pagesByPrefix.get(prefix) ?? [], pathname, basename)?.[0]?.route.id;
    if (id === undefined) return allRoutesHandler;
    const cachedHandler = handlerByRouteId.get(id);
    if (cachedHandler) return cachedHandler;
    const handler = createRequestHandler(limitBuildToRoute(build, id), mode);
    handlerByRouteId.set(id, handler);
    return handler;
  }

  return (request, loadContext) => findHandler(new URL(request.url).pathname)(request, loadContext);
}

/** Returns the routes of all pages. All are children of the root, since there are no layout routes. */
function listPageRoutes(routes: RouteTable) {
  return Object.values(routes).flatMap(({ id, path, caseSensitive = false, parentId }) =>
    parentId === "root" && path !== undefined ? [{ id, path, caseSensitive }] : [],
  );
}

/**
 * Wraps a route's loader: the wrapper returns the result in `loaderResults` if the loader has already run for the
 * request.
 */
function reuseLoaderResult(route: RouteTable[string]): RouteTable[string] {
  const { loader } = route.module;
  if (!loader) return route;
  const loaderWithStoredResult: typeof loader = (args) =>
    args.context.app?.requestCache.loaderResults?.get(route.id) ?? loader(args);
  return { ...route, module: { ...route.module, loader: loaderWithStoredResult } };
}

function limitBuildToRoute(build: ServerBuild, routeId: string): ServerBuild {
  const keepRootAndPage = <Value>(valueByRoute: Record<string, Value>) =>
    Object.fromEntries(Object.entries(valueByRoute).filter(([key]) => key === "root" || key === routeId));
  return {
    ...build,
    routes: Object.fromEntries(
      Object.entries(keepRootAndPage(build.routes)).map(([key, route]) => [key, reuseLoaderResult(route)]),
    ),
    assets: { ...build.assets, routes: keepRootAndPage(build.assets.routes) },
  };
}
