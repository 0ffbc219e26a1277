import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled } from "../prepare.mjs";
import { ensureProgram } from "../programs.mjs";
import { runOrThrow, root } from "../run.mjs";

const packages = join(root, "tests/integration/node-versions/node_modules");
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
  const name = `localhost/velvetgate-base:node-${readVersion("node-24")}-npm-${readVersion("npm")}`;
  if (isImageBuilt(name)) return name;

  await ensureProgram("debootstrap");
  const container = buildah("from", "scratch");
  try {
    await installPackages(buildah("mount", container));
    const imageSettings = { PATH: "/usr/local/bin:/usr/bin:/bin", NODE_EXTRA_CA_CERTS: certificateFile };
    const env = Object.entries(imageSettings).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
    buildah("config", ...env, container);
    buildah("commit", "--quiet", container, name);
  } finally {
    buildah("rm", container);
  }
  return name;
}

async function installPackages(rootFolder) {
  await runOrThrow("debootstrap", ["--variant=minbase", "--include=ca-certificates", "bookworm", rootFolder]);
  rmSync(join(rootFolder, "var", "cache", "apt"), { recursive: true });
  const localFolder = join(rootFolder, "usr", "local");
  copyFileSync(join(packages, "node-24", "bin", "node"), join(localFolder, "bin", "node"));
  cpSync(join(packages, "npm"), join(localFolder, "lib", "node_modules", "npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(localFolder, "bin", "npm"));
  writeFileSync(join(rootFolder, "etc", "hosts"), "127.0.0.1 localhost\n::1 localhost\n");
  execFileSync("chroot", [rootFolder, "useradd", "--create-home", "--uid", "1000", "node"]);
  if (existsSync(certificateFile)) copyFileSync(certificateFile, join(rootFolder, certificateFile));
}

function readVersion(name) {
  return JSON.parse(readFileSync(join(packages, name, "package.json"), "utf8")).version;
}

function isImageBuilt(name) {
  return buildah("images", "--format", "{{.Name}}:{{.Tag}}").split("\n").includes(name);
}

function buildah(...args) {
  return execFileSync("buildah", args, { encoding: "utf8" }).trim();
}
