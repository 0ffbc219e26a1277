import { once } from "node:events";
import { join } from "node:path";
import { root } from "../run.mjs";
import { isHotReplaceable } from "./hot.mjs";

export const isAcqFile = (file) => file.startsWith(join(root, "acq/"));

/** Files that the server reads once and that are not modules. */
const nonModuleFiles = [".env", "public/acquisition/defaults.json"].map((path) => join(root, path));

/**
 * Detects edits of files that the programs have loaded.
 *
 * @param onEdit - called with the file, whether the open page can stay without a reload, and whether a file was added
 *   or deleted
 * @param onNewVite - called when Vite has started, and when it has restarted with another configuration
 */
export function watchEdits({ onEdit, onNewVite }) {
  let watcherReadyPromise;
  let waitUntilRoutesRead = () => Promise.resolve();
  const editPlugin = {
    name: "follow-edits",
    // This plugin runs after Remix's plugin, which has to read an edited route first.
    enforce: "post",
    configureServer({ watcher }) {
      watcherReadyPromise = once(watcher, "ready");
      return () => {
        waitUntilRoutesRead = waitForListeners(watcher);
        onNewVite();
      };
    },
    hotUpdate({ type, file, modules, server }) {
      const { environments } = server;
      const { name, moduleGraph } = this.environment;
      const isHotReplaceableFile = isHotReplaceable({ type, file }, environments);
      if (name === "client") {
        const isServerFile = environments.ssr.moduleGraph.getModulesByFile(file) !== undefined;
        return isServerFile && !isHotReplaceableFile ? [] : undefined;
      }
      for (const module of modules) moduleGraph.invalidateModule(module);
      if (modules.length > 0 || isAcqFile(file) || nonModuleFiles.includes(file))
        onEdit({ file, canPageStay: isHotReplaceableFile, isFileListChanged: type !== "update" });
      return [];
    },
  };
  return {
    plugin: editPlugin,
    isWatching: () => watcherReadyPromise,
    waitUntilRoutesRead: async () => waitUntilRoutesRead(),
  };
}

/**
 * Makes it possible to wait until Remix has read an edited list of routes. Remix reads the list in an asynchronous
 * listener, which Vite's file watcher does not await.
 *
 * @returns a function that waits until all listeners have finished
 */
function waitForListeners(watcher) {
  let settledPromise = Promise.resolve();
  const listeners = watcher.rawListeners("all");
  watcher.removeAllListeners("all").on("all", (...event) => {
    settledPromise = Promise.allSettled([settledPromise, ...listeners.map((listener) => listener(...event))]);
  });
  return () => settledPromise;
}
