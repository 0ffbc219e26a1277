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

/** What every page that hydrates needs goes in one file: together it is smaller than in parts. */
const everyPages = [
  /node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\//,
  // All of it but what is loaded when it is wanted.
  /app\/browser\/analytics\/(?!(other-consent-services|tag-manager)\.)/,
  /app\/domain\/analytics-events\./,
  /app\/browser\/(hydration\/|time-zone\.client\.)/,
  /app\/request\/cookies\/(consent-choice|cookie-names)\./,
  /app\/i18n\/(locales|messages\.client)\./,
  /app\/ui\/components\/(error-head|lazy-part|page-meta|site|static-html|steps-within|stored-code|styles|toasts)\./,
];

const inOneFile = (id: string) => (everyPages.some((files) => files.test(id)) ? "page" : undefined);

/**
 * `import script from "./file.ts?script"`: the file as the text of a classic script, to stand in a document. The text of
 * a function would not do: for the server Vite writes its `import()` in another way, which no browser knows.
 */
const query = "?script";
const scriptText: Plugin = {
  name: "script-text",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith(query)) return undefined;
    const { outputFiles, metafile } = await build({
      entryPoints: [id.slice(0, -query.length)],
      bundle: true,
      write: false,
      metafile: true,
      format: "iife",
      // Older than the build's: it decides for browsers that the build is too new for.
      target: "es2020",
      minify: true,
    });
    for (const file of Object.keys(metafile.inputs)) this.addWatchFile(resolve(file));
    return `export default ${JSON.stringify(outputFiles[0]?.text.trim())}`;
  },
};

/**
 * `*.static.tsx`: parts of pages that stay as the server wrote them (`StaticHtml`). For the browser each of their exports
 * is a component that draws nothing.
 */
const staticParts: Plugin = {
  name: "static-parts",
  enforce: "pre",
  load(id, { ssr = false } = {}) {
    if (ssr || !id.endsWith(".static.tsx")) return undefined;
    const names = readFileSync(id, "utf8").matchAll(/^export function (\w+)/gm);
    return Array.from(names, ([, name]) => `export const ${name} = () => null;`).join("\n");
  },
};

/** Remix's plugin that sends updates for edits of the server's modules: here such an edit restarts the server. */
const needless = "remix-server-change-trigger-client-hmr";

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [scriptText, staticParts, remix(remixConfig).filter(({ name }) => name !== needless)],
  resolve: {
    alias: [
      { find: "~", replacement: new URL("app", import.meta.url).pathname },
      // What conform takes from it the small zod has too. The server's build takes packages as they are.
      { find: /^zod\/v4$/, replacement: "zod/mini" },
    ],
  },
  // One build serves under any BASE_PATH: scripts find each other relative to themselves; what a page names
  // (`?url`) gets the base path from `useSite().asset`.
  experimental: {
    renderBuiltUrl: (file, { hostType }) =>
      hostType === "js" && file.endsWith(".js") ? { relative: true } : undefined,
  },
  build: {
    assetsInlineLimit: 0,
    target: "es2022",
    // Smaller than esbuild makes it by 3 KB; what Remix says to developers on the console stays out.
    minify: isSsrBuild ? false : "terser",
    terserOptions: { compress: { passes: 3, pure_funcs: ["warning", "warning$1", "console.warn"] } },
    // The first script says which files are fetched early.
    modulePreload: false,
    rolldownOptions: isSsrBuild ? {} : { output: { manualChunks: inOneFile } },
  },
  // Looked through at the start: a package that the browser finds later would load its page anew.
  optimizeDeps: { entries: ["app/**/*.tsx", "!app/**/*.test.tsx"] },
}));
