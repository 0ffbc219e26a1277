import { vitePlugin as remix } from "@remix-run/dev";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { build } from "esbuild";
import { defineConfig, type Plugin } from "vite";
import remixConfig from "./remix.config.js";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** The modules that every hydrated page loads. They are bundled into one file, which is smaller than several files. */
const sharedModulePatterns = [
  /node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\//,
  // Includes all modules of this folder except those that are loaded on demand.
  /app\/browser\/analytics\/(?!(usercentrics|tag-manager)\.)/,
  /app\/browser\/(hydration\/|time-zone\.client\.)/,
  /app\/cookies\/cookie-names\./,
  /app\/domain\/consent\./,
  /app\/i18n\/(locales|messages\.client)\./,
  /app\/ui\/components\/(error-head|lazy-component|page-meta|site|static-html|steps-within|stored-code|styles|toasts)\./,
];

const selectChunkName = (id: string) =>
  sharedModulePatterns.some((files) => files.test(id)) ? "page" : undefined;

/**
 * `import script from "./file.ts?script"` imports the source of a classic script as a string, which documents contain as
 * an inline script. The text of a function (`toString`) is not suitable, because Vite rewrites `import()` in the server's code.
 */
const scriptImportQuery = "?script";
const scriptTextPlugin: Plugin = {
  name: "script-text",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith(scriptImportQuery)) return undefined;
    const { outputFiles, metafile } = await build({
      entryPoints: [id.slice(0, -scriptImportQuery.length)],
      bundle: true,
      write: false,
      metafile: true,
      format: "iife",
      // This classic script also runs in browsers that do not support the site's other scripts, so its target is older.
      target: "es2020",
      minify: true,
    });
    for (const file of Object.keys(metafile.inputs)) this.addWatchFile(resolve(file));
    return `export default ${JSON.stringify(outputFiles[0]?.text.trim())}`;
  },
};

/**
 * `*.static.tsx`: parts of pages that stay as the server rendered them (`StaticHtml`). In the browser's build their
 * exports are components that render nothing.
 */
const staticPartsPlugin: Plugin = {
  name: "static-parts",
  enforce: "pre",
  load(id, { ssr = false } = {}) {
    if (ssr || !id.endsWith(".static.tsx")) return undefined;
    const exportMatches = readFileSync(id, "utf8").matchAll(/^export function (\w+)/gm);
    return Array.from(exportMatches, ([, name]) => `export const ${name} = () => null;`).join("\n");
  },
};

/**
 * The name of a Remix plugin that this configuration removes. The plugin updates the page after edits of server
 * modules, but here such an edit restarts the server.
 */
const removedPluginName = "remix-server-change-trigger-client-hmr";

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [
    scriptTextPlugin,
    staticPartsPlugin,
    remix(remixConfig).filter(({ name }) => name !== removedPluginName),
  ],
  resolve: {
    alias: [
      { find: "~", replacement: new URL("app", import.meta.url).pathname },
      // Replaces zod with zod/mini in the browser's build only. zod/mini is smaller, and contains everything that
      // conform uses.
      { find: /^zod\/v4$/, replacement: "zod/mini" },
    ],
  },
  // Makes one build work under any BASE_PATH. Scripts import each other by relative URLs, and `useSite().asset` adds
  // the base path to URLs from `?url` imports.
  experimental: {
    renderBuiltUrl: (file, { hostType }) =>
      hostType === "js" && file.endsWith(".js") ? { relative: true } : undefined,
  },
  build: {
    assetsInlineLimit: 0,
    target: "es2022",
    // terser's output is 3 KB smaller than esbuild's, and omits Remix's console messages for developers.
    minify: isSsrBuild ? false : "terser",
    terserOptions: { compress: { passes: 3, pure_funcs: ["warning", "warning$1", "console.warn"] } },
    // Vite must not add preloads, since the site's first script decides which files to preload.
    modulePreload: false,
    rolldownOptions: isSsrBuild ? {} : { output: { manualChunks: selectChunkName } },
  },
  // Vite scans all modules at its start. If Vite found a package later, it would reload the open page.
  optimizeDeps: { entries: ["app/**/*.tsx", "!app/**/*.test.tsx"] },
}));
