import { execFileSync } from "node:child_process";
import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressFiles } from "./compress-files.mjs";
import { ensureInstalled } from "./prepare.mjs";
import { localProgram, main, must, root } from "./run.mjs";
import { hashOfSources, stampFile } from "./sources.mjs";

/**
 * The server and the site that Remix built, with their packages: to find and read a thousand files takes Node longer
 * than all the rest of its start (docs/decisions/rendering.md). Packages that still say `require` get one.
 */
const serverFiles = [
  ...[
    "server=server.ts",
    "site=build/server/index.js",
    "--splitting",
    "--minify-syntax",
    "--minify-whitespace",
    "--chunk-names=chunks/[name]-[hash]",
  ],
  ...[
    "--external:vite",
    '--define:process.env.NODE_ENV="production"',
    "--log-override:ignored-bare-import=silent",
  ],
  `--banner:js=import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);`,
];

await main(build);

async function build() {
  await ensureInstalled();
  const sources = hashOfSources();

  // In this order: the Remix build empties build/ first.
  await must(localProgram("remix"), ["vite:build"], { ...process.env, NODE_ENV: "production" });
  await compressFiles(join(root, "build", "client"));
  rmSync(join(root, "build", "chunks"), { recursive: true, force: true });
  await bundle(...serverFiles);
  await bundle("acq=acq/main.ts", "--packages=external");
  copyFileSync(join(root, "acq", "acq.graphql"), join(root, "build", "acq.graphql"));
  writeFileSync(join(root, "build", "release.txt"), release());
  writeFileSync(stampFile, sources);
}

function bundle(...what) {
  const target = ["--bundle", "--platform=node", "--format=esm", "--target=node20", "--outdir=build"];
  return must(localProgram("esbuild"), [...what, ...target, "--sourcemap", "--log-level=warning"]);
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
