import type { ServerBuild } from "@remix-run/node";

/** The build, made for "/", as it is served under a base path (docs/product.md#configuration: one build under any). */
export function underBasePath(build: ServerBuild, basePath: string): ServerBuild {
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
