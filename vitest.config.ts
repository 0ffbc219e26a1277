import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/browser/**", "**/node_modules/**"],
    setupFiles: ["tests/support/console-errors.ts"],
    environment: "node",
    pool: "forks",
    maxWorkers: 3,
    // The files of a worker share what they import, so that it is read once; none keeps state in a
    // module, but for the sites that they share (tests/support/shared-site.ts).
    isolate: false,
    // Some files start the built server, on machines whose two cores are busy with the browser tests too.
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
