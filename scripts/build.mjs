import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled } from "./prepare.mjs";
import { localProgram, must, root } from "./run.mjs";
import { hashOfSources, stampFile } from "./sources.mjs";

await ensureInstalled();
const sources = hashOfSources();
const env = { ...process.env, NODE_ENV: "production" };

// In this order: the Remix build empties build/ first.
await must(localProgram("remix"), ["vite:build"], env);
await bundle("server.ts", "build/server.js");
await bundle("acq/main.ts", "build/acq.js");
copyFileSync(join(root, "acq", "acq.graphql"), join(root, "build", "acq.graphql"));
writeFileSync(join(root, "build", "release.txt"), release());
writeFileSync(stampFile, sources);

function bundle(from, to) {
  const options = ["--bundle", "--platform=node", "--format=esm", "--target=node20", "--packages=external"];
  return must(
    localProgram("esbuild"),
    [from, `--outfile=${to}`, ...options, "--sourcemap", "--log-level=warning"],
    env,
  );
}

/** RELEASE where the builder sets it (an image has no repository), else the commit. */
function release() {
  if (process.env.RELEASE) return process.env.RELEASE;
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      cwd: root,
      stdio: ["ignore", "pipe", "ignore"],
    })
      .toString()
      .trim();
  } catch {
    return "unknown";
  }
}
