import { existsSync } from "node:fs";
import { runOrThrow, run } from "./run.mjs";

/** The promise of `apt-get update`. The command runs at most once in a process. */
let updatePromise;

/** Installs a Debian package. Returns false if apt is not available or does not have the package. */
export async function installWithApt(name, purpose) {
  const aptWords = await aptCommand();
  if (!aptWords) return false;
  console.log(`Installing ${name} for ${purpose}, since none was found (apt-get)`);
  await (updatePromise ??= runOrThrow(aptWords[0], [...aptWords.slice(1), "update"]));
  return (
    (await run(aptWords[0], [...aptWords.slice(1), "install", "-y", "--no-install-recommends", name])) === 0
  );
}

async function aptCommand() {
  if (!existsSync("/etc/debian_version")) return undefined;
  if (process.getuid?.() === 0) return ["apt-get"];
  const canUseSudo = existsSync("/usr/bin/sudo") && (await run("sudo", ["-n", "true"])) === 0;
  return canUseSudo ? ["sudo", "-n", "apt-get"] : undefined;
}
