import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { aptGetCommand } from "./apt.mjs";
import { findProgramInFolders } from "./programs.mjs";
import { root } from "./run.mjs";

const folder = join(root, ".cache", "promtool");

/**
 * Returns the path of promtool, which checks Prometheus rules: the variable PROMTOOL if set, otherwise the installed
 * program.
 */
export function findPromtool() {
  return findProgramInFolders("promtool", process.env.PROMTOOL ?? join(folder, "usr", "bin", "promtool"));
}

/**
 * Unpacks promtool from Debian's package if it is missing. The package is not installed, since that would start
 * Prometheus on the embedded acq's port.
 */
export function ensurePromtool() {
  if (findPromtool()) return;
  if (!existsSync("/usr/bin/apt-get"))
    throw new Error(
      "The tests of the alerts need promtool: please install Prometheus, or name the program in PROMTOOL",
    );
  console.log("Downloading promtool for the tests of the alerts, since none was found (apt-get download)");
  mkdirSync(folder, { recursive: true });
  const [program, ...words] = aptGetCommand;
  execFileSync(program, [...words, "download", "prometheus"], { cwd: folder, stdio: "inherit" });
  const file = readdirSync(folder).find((name) => name.endsWith(".deb"));
  execFileSync("dpkg-deb", ["--extract", file, "."], { cwd: folder, stdio: "inherit" });
}
