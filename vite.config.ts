import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "./remix.config.js";

declare module "@remix-run/server-runtime" {
  interface Future {
    v3_singleFetch: true;
  }
}

export default defineConfig({
  plugins: [remix(remixConfig)],
  resolve: { alias: { "~": new URL("app", import.meta.url).pathname } },
  // One build serves under any BASE_PATH: scripts find each other relative to themselves; what a page names
  // (`?url`) gets the base path from `useSite().asset`.
  experimental: {
    renderBuiltUrl: (file, { hostType }) =>
      hostType === "js" && file.endsWith(".js") ? { relative: true } : undefined,
  },
  build: { assetsInlineLimit: 0, target: "es2022" },
  server: { middlewareMode: true },
});
