// npm run acq:check: bundles the checks with the site's own operations, and runs them against any acq
// (docs/develop/acq-protocol.md).
import { ensureInstalled } from "../prepare.mjs";
import { localProgram, main, must, serve } from "../run.mjs";

const program = ".cache/acq-check.mjs";

await main(async () => {
  await ensureInstalled();
  const target = ["--bundle", "--packages=external", "--platform=node", "--format=esm", "--target=node20"];
  const quiet = ["--sourcemap", "--log-level=warning", `--outfile=${program}`];
  await must(localProgram("esbuild"), ["scripts/acq-check/main.ts", ...target, ...quiet]);
  serve([program, ...process.argv.slice(2)], process.env);
});
