import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  test: {
    exclude: ["**/node_modules/**"],
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
    projects: [
      // Beside the code that they test; they need no build.
      { extends: true, test: { name: "unit", include: ["app/**/*.test.{ts,tsx}"] } },
      { extends: true, test: { name: "integration", include: ["tests/integration/**/*.test.{ts,tsx}"] } },
    ],
  },
});
