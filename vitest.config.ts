import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Starts the file with the tests of the alert rules first, because it takes longest. Vitest would start this small file
 * last, when the other workers have nothing left to do.
 */
class AlertsFirstSequencer extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const sortedFiles = await super.sort(specifications);
    const isOfAlerts = ({ moduleId }: TestSpecification) => moduleId.endsWith("/deploy/alerts.test.ts");
    return [
      ...sortedFiles.filter(isOfAlerts),
      ...sortedFiles.filter((specification) => !isOfAlerts(specification)),
    ];
  }
}

export default defineConfig({
  resolve: { alias: { "~": fileURLToPath(new URL("app", import.meta.url)) } },
  test: {
    exclude: ["**/node_modules/**"],
    setupFiles: ["tests/support/console-errors.ts"],
    environment: "node",
    pool: "forks",
    maxWorkers: 3,
    // The files of a worker share imported modules, which are read once. Modules keep no state, except for the sites
    // that tests share (tests/support/shared-site.ts).
    isolate: false,
    sequence: { sequencer: AlertsFirstSequencer },
    // The time limits are long, since some test files start the built server while browser tests use the same machine.
    testTimeout: 300_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // Unit tests next to the code; they need no build.
      { extends: true, test: { name: "unit", include: ["app/**/*.test.{ts,tsx}"] } },
      { extends: true, test: { name: "integration", include: ["tests/integration/**/*.test.{ts,tsx}"] } },
    ],
  },
});
