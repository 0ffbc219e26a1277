import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { runOrThrow, root } from "./run.mjs";
import { hashSources, stampFile } from "./sources.mjs";

/**
 * Installs the packages if they are missing or differ from package-lock.json.
 *
 * @param folder - the folder with the package.json; packages that only one command needs have a separate folder
 */
export async function ensureInstalled(folder = ".") {
  const reason = findInstallReason(join(root, folder));
  if (!reason) return;
  const prefixOption = folder === "." ? [] : ["--prefix", folder];
  console.log(["Installing packages, since", reason, "(npm ci", ...prefixOption].join(" ") + ")");
  // Includes development packages whatever NODE_ENV is: they build the site.
  await runOrThrow("npm", ["ci", ...prefixOption, "--include=dev", "--no-audit", "--no-fund"]);
}

/** Builds the site if there is no build or its sources have changed. */
export async function ensureBuilt() {
  const reason = findBuildReason();
  if (!reason) return;
  console.log(`Building, since ${reason} (npm run build)`);
  await runOrThrow(process.execPath, [join(root, "scripts", "build.mjs")]);
}

/**
 * Returns the environment for a server that a developer starts. The server uses the embedded acq unless ACQ_GRAPHQL_URL
 * is set.
 */
export function createServerEnvironment(nodeEnv) {
  const env = { NODE_ENV: nodeEnv, ...readEnvFile(), ...process.env };
  if (!env.ACQ_GRAPHQL_URL) env.ACQ_EMBEDDED ??= "true";
  return env;
}

/** Returns the variables of the file `.env`. Callers let the variables of the shell take precedence. */
export function readEnvFile() {
  const file = join(root, ".env");
  return existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
}

/**
 * Returns the reason why packages must be installed, if there is one. npm writes its list of installed packages last,
 * so an interrupted installation has no list.
 */
function findInstallReason(folder) {
  const installedPackages = readLockedPackages(join(folder, "node_modules", ".package-lock.json"));
  if (!installedPackages) return "there are none yet";
  const lockedPackages = readLockedPackages(join(folder, "package-lock.json"));
  const hasChangedPackages = Object.entries(lockedPackages).some(([path, packageEntry]) =>
    path in installedPackages
      ? installedPackages[path].version !== packageEntry.version
      : path !== "" && !isOptionalPackage(packageEntry),
  );
  const hasExtraPackages = Object.keys(installedPackages).some((path) => !(path in lockedPackages));
  return hasChangedPackages || hasExtraPackages
    ? "the installed packages differ from package-lock.json"
    : undefined;
}

/**
 * Returns true for a package that may be missing although the lock file contains it, such as a package for another
 * system.
 */
function isOptionalPackage(packageEntry) {
  return packageEntry.optional === true || packageEntry.devOptional === true;
}

function readLockedPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : undefined;
}

/** Returns the reason why the site must be built; undefined if the build is up to date. */
export function findBuildReason() {
  if (!existsSync(stampFile)) return "there is no build yet";
  return readFileSync(stampFile, "utf8") === hashSources() ? undefined : "the sources have changed";
}
