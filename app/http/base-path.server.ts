import type { ServerBuild } from "@remix-run/node";

/** The build, made for "/", as it is served under a base path (contract.md, section 2: one build under any). */
export function underBasePath(build: ServerBuild, basePath: string): ServerBuild {
  if (basePath === "") return build;
  return {
    ...build,
    basename: basePath,
    publicPath: `${basePath}${build.publicPath}`,
    assets: rewritten(build.assets, basePath),
  };
}

function rewritten(manifest: ServerBuild["assets"], basePath: string): ServerBuild["assets"] {
  return JSON.parse(JSON.stringify(manifest).replaceAll('"/assets/', `"${basePath}/assets/`));
}
