import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** What every page that hydrates needs goes in one file: together it is smaller than in parts. */
const everyPages = [
  /node_modules\/(@remix-run|react|react-dom|react-router|react-router-dom|scheduler|turbo-stream)\//,
  /app\/components\/(lazy-part|nonce|site|still|still-links|stored-code|styles|toast|toasts)\./,
  /app\/i18n\/(browser-translator|locales|messages\.client)\./,
  /app\/layouts\/(document|page-layout)\./,
  /app\/views\/page-meta\./,
];

const inOneFile = (id: string) => (everyPages.some((files) => files.test(id)) ? "page" : undefined);

export default defineConfig(({ isSsrBuild = false }) => ({
  plugins: [remix(remixConfig)],
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
