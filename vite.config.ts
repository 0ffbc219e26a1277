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
  // Assets are found relative to the file that names them, so that one build serves under any BASE_PATH.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === "js" ? { relative: true } : undefined),
  },
  build: { assetsInlineLimit: 0, target: "es2022" },
  server: { middlewareMode: true },
});
