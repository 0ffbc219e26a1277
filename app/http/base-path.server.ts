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

function rewritten<Manifest>(manifest: Manifest, basePath: string): Manifest {
  const text = JSON.stringify(manifest).replaceAll('"/assets/', `"${basePath}/assets/`);
  const parsed: Manifest = JSON.parse(text);
  return parsed;
}
