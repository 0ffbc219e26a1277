import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { installWithApt } from "./apt.mjs";

/**
 * The programs that tests and measurements start. `variable` is the environment variable with a custom path. `package`
 * is the name of Debian's package, if it differs from the program's name. `purpose` is part of messages.
 */
const programs = {
  avifenc: { package: "libavif-bin", purpose: "the pictures" },
  blender: { purpose: "the pictures" },
  cwebp: { package: "webp", purpose: "the pictures" },
  buildah: { purpose: "the proof of the Dockerfile" },
  debootstrap: { purpose: "the image that the container is built on" },
  ip: { package: "iproute2", purpose: "the test of the kernel's limits" },
  nft: { package: "nftables", purpose: "the test of the kernel's limits" },
  haproxy: { variable: "HAPROXY", purpose: "the browser tests" },
  "redis-server": { variable: "REDIS_SERVER", purpose: "the tests of shared limits" },
  "systemd-analyze": { variable: "SYSTEMD_ANALYZE", package: "systemd", purpose: "the test of its unit" },
  wrk: { purpose: "the load on several instances" },
};

/**
 * Returns the path of a program: its environment variable if set, otherwise the program that the machine has.
 *
 * @param {keyof typeof programs} name
 */
export function findProgram(name) {
  const { variable } = programs[name];
  return findProgramInFolders(name, variable && process.env[variable]);
}

/**
 * Installs a program if it is missing: Debian's package if apt is available.
 *
 * @param {keyof typeof programs} name
 */
export async function ensureProgram(name) {
  const { variable, package: packageName = name, purpose } = programs[name];
  if (findProgram(name) || (await installWithApt(packageName, purpose))) return;
  const variableHint = variable ? `, or name its program in ${variable}` : "";
  throw new Error(`${name} is missing for ${purpose}: please install ${packageName}${variableHint}`);
}

/**
 * Returns the path of a program. Looks at a custom path first, then in the folders of PATH, then in the usual folders.
 *
 * @param {string} name
 * @param {string} [customPath]
 */
export function findProgramInFolders(name, customPath) {
  const usualFolders = ["/usr/bin", "/usr/sbin", "/opt/homebrew/bin"];
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...usualFolders];
  const programPaths = folders.filter(Boolean).map((folder) => join(folder, name));
  return [...(customPath ? [customPath] : []), ...programPaths].find((path) => existsSync(path));
}
