import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compressFiles } from "./compress-files.mjs";
import { ensureInstalled } from "./prepare.mjs";
import { resolveLocalProgram, main, runOrThrow, root } from "./run.mjs";
import { hashSources, stampFile } from "./sources.mjs";
import { shouldUpload, uploadSourceMaps } from "./upload-source-maps.mjs";

/**
 * Bundles the server and Remix's build with their packages: Node would need longer for reading the packages' thousand
 * files than for the rest of the start (docs/decisions/one-bundle.md). A banner defines `require` for packages that
 * need it.
 */
const serverFiles = [
  "server=server.ts",
  "site=build/server/index.js",
  "compress-worker=app/server/precompressed/compress-worker.server.ts",
  "--splitting",
  "--chunk-names=chunks/[name]-[hash]",
  '--define:process.env.NODE_ENV="production"',
  // Removes GrowthBook's access to `localStorage`: the SDK checks whether it exists, and Node 26 logs a warning for
  // each access.
  "--define:globalThis.localStorage=undefined",
  // Bundles the package's ESM build: its CommonJS build cannot be tree-shaken, and would add 7 MB.
  "--alias:@sentry/remix=./node_modules/@sentry/remix/build/esm/index.server.js",
];

const bundlingOptions = [
  "--minify-syntax",
  "--minify-whitespace",
  "--log-override:ignored-bare-import=silent",
  `--banner:js=import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);`,
];

await main(build);

async function build() {
  await ensureInstalled();
  const sourceHash = hashSources();

  // The order matters: the Remix build empties build/ first.
  const sourceMapOptions = shouldUpload ? ["--sourcemapClient=hidden"] : [];
  await runOrThrow(resolveLocalProgram("remix"), ["vite:build", ...sourceMapOptions], {
    ...process.env,
    NODE_ENV: "production",
  });
  await bundleConsentService();
  await bundleBrowserReporter();
  rmSync(join(root, "build", "chunks"), { recursive: true, force: true });
  await bundle(...serverFiles, ...bundlingOptions);
  await uploadSourceMaps(readReleaseName(sourceHash));
  await compressFiles(join(root, "build", "client"));
  // acq's database driver is a native module, so it is not bundled but loaded from node_modules.
  await bundle("acq=acq/main.ts", "--external:libsql", ...bundlingOptions);
  for (const path of ["acq.graphql", "mail/gate.jpg"])
    cpSync(join(root, "acq", path), join(root, "build", path));
  writeFileSync(join(root, "build", "release.txt"), readReleaseName(sourceHash));
  writeFileSync(
    join(root, "build", "hashes.json"),
    JSON.stringify(hashAssets(join(root, "build", "client"))),
  );
  writeFileSync(stampFile, sourceHash);
}

/** Returns the hash of each file in the folder `assets` by its path. The server checks these hashes at its start. */
function hashAssets(folder) {
  const hashAsset = (path) =>
    createHash("sha256")
      .update(readFileSync(join(folder, path)))
      .digest("base64url");
  const assetPaths = readdirSync(join(folder, "assets")).map((name) => `assets/${name}`);
  return Object.fromEntries(assetPaths.map((path) => [path, hashAsset(path)]));
}

function bundle(...inputsAndOptions) {
  const targetOptions = ["--bundle", "--platform=node", "--format=esm", "--target=node20", "--outdir=build"];
  return runOrThrow(resolveLocalProgram("esbuild"), [
    ...inputsAndOptions,
    ...targetOptions,
    "--sourcemap",
    "--log-level=warning",
  ]);
}

/**
 * Bundles the consent service as one file at a fixed address. The service is not part of the pages, and an operator
 * may replace it.
 */
async function bundleConsentService() {
  const file = join(root, "build", "client", "entrance", "cmp", "js", "cmp_min.js");
  const options = ["--bundle", "--format=esm", "--target=es2022", "--log-level=warning"];
  await runOrThrow(resolveLocalProgram("esbuild"), [
    "app/browser/consent-service.ts",
    ...options,
    `--outfile=${file}`,
  ]);
  await runOrThrow(resolveLocalProgram("terser"), [
    file,
    "--compress=passes=3",
    "--mangle",
    "--module",
    "--enclose",
    `--output=${file}`,
  ]);
}

/** Bundles the error reporter into a file of its own: it must also work when a file that pages share fails to load. */
function bundleBrowserReporter() {
  const aliasOption = "--alias:@sentry/remix=./node_modules/@sentry/remix/build/esm/index.client.js";
  const options = [
    "--bundle",
    "--minify",
    "--format=esm",
    "--target=es2022",
    "--log-level=warning",
    aliasOption,
  ];
  const sourceMapOptions = shouldUpload ? ["--sourcemap=external"] : [];
  const defineOptions = ["--define:__SENTRY_DEBUG__=false", "--define:__SENTRY_TRACING__=false"];
  const outputOptions = ["--outdir=build/client/assets", "--entry-names=[name]-[hash]"];
  return runOrThrow(resolveLocalProgram("esbuild"), [
    "app/browser/browser-reporter.ts",
    ...options,
    ...sourceMapOptions,
    ...defineOptions,
    ...outputOptions,
  ]);
}

/**
 * Returns the commit, or RELEASE if it is set. A container image is built without .git: if its RELEASE is not set, the
 * release is named by a hash of its sources, so that an alert notices instances with different builds.
 */
function readReleaseName(sourceHash) {
  const { RELEASE: release } = process.env;
  if (release && release !== "unknown") return release;
  try {
    const execOptions = { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], execOptions).trim();
  } catch {
    return `unknown-${sourceHash.slice(0, 8)}`;
  }
}
