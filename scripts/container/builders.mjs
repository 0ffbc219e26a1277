import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ensureProgram } from "../programs.mjs";
import { runOrThrow, root } from "../run.mjs";
import { buildBaseImage } from "./base-image.mjs";

/**
 * Finds a program that builds images: Docker or Podman if they work, otherwise Debian's buildah.
 *
 * @returns a builder with `build`, `inspect` (user, folder, env and commands of an image), `megabytes`, `run` (starts a
 *   command of an image, read-only and on this machine's network) and `remove`
 */
export async function findImageBuilder() {
  for (const program of ["docker", "podman"])
    if (canRunProgram(program, ["info"])) return createEngine(program);
  if (process.getuid() !== 0)
    throw new Error("The container test requires Docker, Podman, or root permissions for Debian's buildah");
  await ensureProgram("buildah");
  return createBuildahEngine();
}

/** Creates the builder for Docker or Podman, which have the same commands. */
function createEngine(program) {
  return {
    name: program,
    baseImage: () => Promise.resolve(process.env.NODE_IMAGE ?? "node:24-slim"),
    build: (image, args) => runOrThrow(program, ["build", ...args, "--tag", image, "."]),
    inspect: (image) =>
      readImageSettings(JSON.parse(readOutput(program, ["image", "inspect", image]))[0].Config),
    megabytes: (image) =>
      Number(readOutput(program, ["image", "inspect", "--format", "{{.Size}}", image])) / 1e6,
    run(image, { env, command }) {
      const variables = Object.entries(env).flatMap(([name, value]) => ["--env", `${name}=${value}`]);
      const options = ["--rm", "--read-only", "--network", "host", ...variables];
      return startProgram(program, ["run", ...options, image, ...command]);
    },
    remove: (image) => spawnSync(program, ["image", "rm", image]),
    canCompose: canRunProgram(program, ["compose", "version"]),
  };
}

/**
 * buildah builds the same Dockerfile without a daemon. Its own `run` has no read-only mode, so the image's file system
 * is mounted read-only and entered as the image's user.
 */
function createBuildahEngine() {
  const containerByImage = new Map();

  function mountImage(image) {
    if (!containerByImage.has(image)) {
      const container = readOutput("buildah", ["from", image]);
      containerByImage.set(image, { container, system: readOutput("buildah", ["mount", container]) });
    }
    return containerByImage.get(image).system;
  }

  const inspectImage = (image) =>
    readImageSettings(JSON.parse(readOutput("buildah", ["inspect", "--type", "image", image])).Docker.config);

  return {
    name: "buildah",
    baseImage: async () => process.env.NODE_IMAGE ?? (await buildBaseImage()),
    build: (image, args) =>
      runOrThrow(
        "buildah",
        ["bud", "--format", "docker", "--network", "host", ...args, "--tag", image, "."],
        {
          ...process.env,
          BUILDAH_ISOLATION: "chroot",
        },
      ),
    inspect: inspectImage,
    // buildah prints a number with a unit, such as "381 MB". The project's images have between a megabyte and a
    // gigabyte, so the unit is always MB.
    megabytes: (image) => parseFloat(readOutput("buildah", ["images", "--format", "{{.Size}}", image])),
    run(image, { env, command }) {
      const mountedRoot = mountImage(image);
      const { user, workdir, env: imageEnv } = inspectImage(image);
      const variables = Object.entries({ ...imageEnv, ...env }).map(([name, value]) => `${name}=${value}`);
      const commandInside = ["env", "--ignore-environment", `--chdir=${workdir}`, ...variables, ...command];
      const userOption = `--userspec=${readUserIds(mountedRoot, user)}`;
      return startProgram("unshare", [
        "--mount",
        "sh",
        "-ec",
        enterReadOnlyScript,
        mountedRoot,
        userOption,
        ...commandInside,
      ]);
    },
    remove(image) {
      const entry = containerByImage.get(image);
      if (entry) spawnSync("buildah", ["rm", entry.container]);
      spawnSync("buildah", ["rmi", image]);
    },
    canCompose: false,
  };
}

/**
 * A shell script that enters an image's file system read-only. `$0` is the folder of the file system; the other
 * arguments are those of chroot.
 */
const enterReadOnlyScript = [
  'mount --bind "$0" "$0"',
  'mount -o remount,ro,bind "$0"',
  'mount -t proc proc "$0/proc"',
  'mount --rbind /dev "$0/dev"',
  'user="$1"; shift',
  'exec chroot "$user" "$0" "$@"',
].join("\n");

/** Returns "uid:gid" of a user of the image. */
function readUserIds(mountedRoot, user) {
  const lines = readFileSync(join(mountedRoot, "etc", "passwd"), "utf8").split("\n");
  const [, , uid, gid] = lines.map((line) => line.split(":")).find(([name]) => name === user);
  return `${uid}:${gid}`;
}

function readImageSettings({ User: user, WorkingDir: workdir, Env, Cmd: command, Healthcheck }) {
  const env = Object.fromEntries(Env.map((pair) => /^([^=]*)=(.*)$/s.exec(pair).slice(1)));
  // Removes the first element of the health check, such as "CMD", which only selects how the command is run.
  const healthcheck = Healthcheck.Test.slice(1);
  return { user, workdir, env, command, healthcheck };
}

function startProgram(program, args) {
  return spawn(program, args, { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
}

function readOutput(program, args) {
  return execFileSync(program, args, { cwd: root, encoding: "utf8" }).trim();
}

function canRunProgram(program, args) {
  return spawnSync(program, args, { stdio: "ignore" }).status === 0;
}
