import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./run.mjs";

/**
 * The path of a file with the hash of the sources. The build writes this file last, so an interrupted build lacks it.
 */
export const stampFile = join(root, "build", ".sources");

const sourceFolders = ["app", "acq", "locales", "public"];
const sourceFiles = [
  "server.ts",
  "vite.config.ts",
  "remix.config.js",
  "tsconfig.json",
  "package-lock.json",
  "scripts/build.mjs",
];

/** Returns one hash of the names and contents of all files that the build uses. */
export function hashSources() {
  const sortedSourceFiles = [...sourceFolders, ...sourceFiles]
    .flatMap((name) => listFiles(join(root, name)))
    .filter((file) => !file.includes(".test."))
    .sort();
  const hash = createHash("sha256");
  for (const file of sortedSourceFiles)
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

function listFiles(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => listFiles(join(path, name)));
}
