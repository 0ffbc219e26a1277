import { vitePlugin as remix } from "@remix-run/dev";
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
  /app\/analytics\/(?!(other-consent-services|tag-manager)\.)/,
  /app\/http\/(cookies\/consent-choice|cookies\/cookie-names|time-zone\.client)\./,
  /app\/components\/(lazy-part|nonce|remix-last-resort|remix-route-modules|site|still|still-links|stored-code|styles|toast|toasts)\./,
  /app\/i18n\/(browser-translator|locales|messages\.client)\./,
  /app\/layouts\/(document|page-layout)\./,
  /app\/views\/page-meta\./,
];

const inOneFile = (id: string) => (everyPages.some((files) => files.test(id)) ? "page" : undefined);

/**
 * What Remix would show of a failure, with the `<Scripts>` that it brings: 2 KB that no page uses. And how it loads the
 * scripts of routes: ours knows when a page must not be loaded anew.
 */
const instead = new Map([
  ["./errorBoundaries.js", "remix-last-resort.tsx"],
  ["./fallback.js", "remix-last-resort.tsx"],
  ["./routeModules.js", "remix-route-modules.ts"],
]);
const lastResort: Plugin = {
  name: "last-resort",
  enforce: "pre",
  resolveId(source, importer) {
    const ours = importer?.includes("@remix-run/react/dist/esm") ? instead.get(source) : undefined;
    return ours && new URL(`app/components/${ours}`, import.meta.url).pathname;
  },
};

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [lastResort, remix(remixConfig)],
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
    // begin.ts says which files are fetched early.
    modulePreload: false,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: inOneFile } },
  },
  server: { middlewareMode: true },
}));
