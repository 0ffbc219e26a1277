import { existsSync } from "node:fs";
import { root, run, runOrThrow } from "./run.mjs";

/**
 * The start of an apt-get command that waits for other apt-get processes, because apt-get fails while another process
 * holds its locks. `flock` locks the project's folder, so that two test steps do not run apt-get at the same time.
 */
export const aptGetCommand = ["flock", root, "apt-get", "-o", "DPkg::Lock::Timeout=300"];

/** The promise of `apt-get update`. The command runs at most once in a process. */
let packageListUpdate;

/** Installs a Debian package. Returns false if apt is not available or does not have the package. */
export async function installWithApt(name, purpose) {
  const prefix = await createRootPrefix();
  if (!prefix) return false;
  console.log(`Installing ${name} for ${purpose}, since none was found (apt-get)`);
  const [program, ...words] = [...prefix, ...aptGetCommand];
  await (packageListUpdate ??= runOrThrow(program, [...words, "update"]));
  return (await run(program, [...words, "install", "-y", "--no-install-recommends", name])) === 0;
}

/**
 * Returns the words before a command that needs root: none for root, otherwise `sudo`. Returns undefined if the system
 * is not Debian or denies root.
 */
async function createRootPrefix() {
  if (!existsSync("/etc/debian_version")) return undefined;
  if (process.getuid?.() === 0) return [];
  const canUseSudo = existsSync("/usr/bin/sudo") && (await run("sudo", ["-n", "true"])) === 0;
  return canUseSudo ? ["sudo", "-n"] : undefined;
}
