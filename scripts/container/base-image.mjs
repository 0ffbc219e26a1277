import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled } from "../prepare.mjs";
import { ensureProgram } from "../programs.mjs";
import { runOrThrow, root } from "../run.mjs";

const nodePackagesFolder = join(root, "tests/integration/node-versions/node_modules");
const certificateFile = "/etc/ssl/certs/ca-certificates.crt";

/**
 * Builds an image like `node:24-slim` if no image registry can be reached. It has Debian's smallest system, Node 24 and
 * npm from the npm registry, and the user `node`. Only this image has the machine's certificates, which the build may
 * need for the npm registry.
 *
 * @returns the image's name; an image of the same versions is reused
 */
export async function buildBaseImage() {
  await ensureInstalled("tests/integration/node-versions");
  const name = `localhost/velvetgate-base:node-${readPackageVersion("node-24")}-npm-${readPackageVersion("npm")}`;
  if (isImageBuilt(name)) return name;

  await ensureProgram("debootstrap");
  const container = runBuildah("from", "scratch");
  try {
    await installPackages(runBuildah("mount", container));
    const imageSettings = { PATH: "/usr/local/bin:/usr/bin:/bin", NODE_EXTRA_CA_CERTS: certificateFile };
    const envOptions = Object.entries(imageSettings).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
    runBuildah("config", ...envOptions, container);
    runBuildah("commit", "--quiet", container, name);
  } finally {
    runBuildah("rm", container);
  }
  return name;
}

async function installPackages(rootFolder) {
  await runOrThrow("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", rootFolder]);
  rmSync(join(rootFolder, "var", "cache", "apt"), { recursive: true });
  const usrLocalFolder = join(rootFolder, "usr", "local");
  copyFileSync(join(nodePackagesFolder, "node-24", "bin", "node"), join(usrLocalFolder, "bin", "node"));
  cpSync(join(nodePackagesFolder, "npm"), join(usrLocalFolder, "lib", "node_modules", "npm"), {
    recursive: true,
  });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(usrLocalFolder, "bin", "npm"));
  writeFileSync(join(rootFolder, "etc", "hosts"), "127.0.0.1 localhost\n::1 localhost\n");
  execFileSync("chroot", [rootFolder, "useradd", "--create-home", "--uid", "1000", "node"]);
  if (existsSync(certificateFile)) copyFileSync(certificateFile, join(rootFolder, certificateFile));
}

function readPackageVersion(name) {
  return JSON.parse(readFileSync(join(nodePackagesFolder, name, "package.json"), "utf8")).version;
}

function isImageBuilt(name) {
  return runBuildah("images", "--format", "{{.Name}}:{{.Tag}}").split("\n").includes(name);
}

function runBuildah(...args) {
  return execFileSync("buildah", args, { encoding: "utf8" }).trim();
}
