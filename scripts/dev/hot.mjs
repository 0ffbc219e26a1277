import { readFileSync } from "node:fs";

/**
 * Returns true if Vite can replace an edited file in the open page, so that the page equals a newly loaded one. Vite
 * cannot replace static parts and the document, which stay as the server rendered them.
 */
export function isHotReplaceable({ type, file }, { client, ssr }) {
  const isLoadedInBrowser = (module) => (client.moduleGraph.getModulesByFile(module.file)?.size ?? 0) > 0;
  if (type !== "update" || !isLoadedInBrowser({ file })) return false;
  const serverModules = [...(ssr.moduleGraph.getModulesByFile(file) ?? [])];
  if (file.endsWith(".css")) return serverModules.every(({ url }) => url.endsWith("?url"));
  if (!file.endsWith(".tsx") || readFileSync(file, "utf8").includes("import.meta.env.SSR")) return false;
  const isStaticComponentModule = (module) =>
    module.file?.endsWith(".static.tsx") && isLoadedInBrowser(module);
  return ![...serverModules, ...findImporters(serverModules)].some(isStaticComponentModule);
}

/** Returns all modules that import one of these modules, directly or indirectly. */
function findImporters(modules) {
  const importers = new Set();
  const pendingModules = [...modules];
  for (const module of pendingModules)
    for (const importer of module.importers)
      if (!importers.has(importer)) {
        importers.add(importer);
        pendingModules.push(importer);
      }
  return [...importers];
}
