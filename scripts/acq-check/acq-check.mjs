// npm run acq:check: bundles the checks with the site's own operations, and runs them against any acq
// (docs/develop/acq-protocol.md).
import { ensureInstalled } from "../prepare.mjs";
import { resolveLocalProgram, main, runOrThrow, serve } from "../run.mjs";

const programFile = ".cache/acq-check.mjs";

await main(async () => {
  await ensureInstalled();
  const bundleOptions = [
    "--bundle",
    "--packages=external",
    "--platform=node",
    "--format=esm",
    "--target=node20",
  ];
  const outputOptions = ["--sourcemap", "--log-level=warning", `--outfile=${programFile}`];
  await runOrThrow(resolveLocalProgram("esbuild"), [
    "scripts/acq-check/main.ts",
    ...bundleOptions,
    ...outputOptions,
  ]);
  serve([programFile, ...process.argv.slice(2)], process.env);
});
