import { execFileSync } from "node:child_process";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressFiles } from "./compress-files.mjs";
import { ensureInstalled } from "./prepare.mjs";
import { localProgram, main, must, root } from "./run.mjs";
import { hashOfSources, stampFile } from "./sources.mjs";

await main(build);

async function build() {
  await ensureInstalled();
  const sources = hashOfSources();

  // In this order: the Remix build empties build/ first.
  await must(localProgram("remix"), ["vite:build"], { ...process.env, NODE_ENV: "production" });
  await compressFiles(join(root, "build", "client"));
  await bundle("server.ts", "build/server.js");
  await bundle("acq/main.ts", "build/acq.js");
  copyFileSync(join(root, "acq", "acq.graphql"), join(root, "build", "acq.graphql"));
  writeFileSync(join(root, "build", "release.txt"), release());
  writeFileSync(stampFile, sources);
}

function bundle(from, to) {
  const target = ["--bundle", "--platform=node", "--format=esm", "--target=node20", "--packages=external"];
  const options = [`--outfile=${to}`, ...target, "--sourcemap", "--log-level=warning"];
  return must(localProgram("esbuild"), [from, ...options]);
}

/** RELEASE where the builder sets it (an image has no repository), else the commit. */
function release() {
  if (process.env.RELEASE) return process.env.RELEASE;
  try {
    const quiet = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], quiet).trim();
  } catch {
    return "unknown";
  }
}
