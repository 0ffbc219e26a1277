import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../run.mjs";

/**
 * Runs the Dockerfile's stages in folders, one under the other in `home`, with this machine's Node in the image's
 * place. Knows the instructions that the Dockerfile uses, and stops at any other.
 *
 * @returns the last stage: its folder, environment, and the commands of CMD and HEALTHCHECK
 */
export function runStages(home) {
  const folders = new Map();
  let stage;
  for (const { name, rest } of instructions()) {
    if (name === "FROM") stage = begun(rest);
    // Before the first stage: which image it is, which is not here anyway.
    else if (name === "ARG" && !stage) continue;
    else if (name === "WORKDIR") mkdirSync((stage.workdir = join(stage.folder, rest)), { recursive: true });
    else if (name === "COPY") copy(stage, rest);
    else if (name === "RUN") run(stage, withoutSecrets(rest));
    else if (name === "ENV") Object.assign(stage.env, pairs(rest));
    else if (name === "ARG") stage.env[rest.split("=")[0]] ??= rest.split("=")[1];
    else if (name === "HEALTHCHECK") stage.healthcheck = JSON.parse(rest.slice(rest.indexOf("[")));
    else if (name === "CMD") stage.command = JSON.parse(rest);
    else if (name === "USER") stage.user = rest;
    else if (name !== "EXPOSE") throw new Error(`Dockerfile: ${name} is not known to scripts/container`);
  }
  return stage;

  function begun(rest) {
    const [, , alias = "last"] = rest.split(" ");
    const folder = join(home, alias);
    mkdirSync(folder, { recursive: true });
    folders.set(alias, folder);
    return { folder, workdir: folder, env: {} };
  }

  function copy({ workdir }, rest) {
    const words = rest.split(" ");
    const from = words[0].startsWith("--from=")
      ? folders.get(words.shift().slice("--from=".length))
      : undefined;
    const target = join(workdir, words.pop());
    for (const source of words) {
      if (source === ".") copyContext(target);
      else {
        const into = /\/$/.test(target) || target === workdir ? join(target, basename(source)) : target;
        cpSync(from ? join(from, source) : join(root, source), into, { recursive: true });
      }
    }
  }
}

/** The project's files but for those that .dockerignore names, each a file or folder at the top, and packages anywhere. */
function copyContext(target) {
  const ignored = readFileSync(join(root, ".dockerignore"), "utf8").split("\n");
  for (const name of readdirSync(root).filter((entry) => !ignored.includes(entry)))
    cpSync(join(root, name), join(target, name), {
      recursive: true,
      filter: (file) => basename(file) !== "node_modules",
    });
}

/** There are none here: the command has to do without. */
const withoutSecrets = (rest) => rest.replace(/^(?:--mount=type=secret\S*\s+)+/, "");

/** What `npm ci` installs is here already, from the same lock file: in the root, or in the folder after `--prefix`. */
function run(stage, command) {
  const folder = /^npm ci (?:--prefix (?<prefix>\S+))?/.exec(command)?.groups.prefix ?? ".";
  if (command.startsWith("npm ci "))
    symlinkSync(join(root, folder, "node_modules"), join(stage.workdir, folder, "node_modules"));
  else execFileSync("sh", ["-ec", withoutOwner(command)], runOptions(stage));
}

/** The image's user is not one of this machine: who runs the result owns nothing of it. */
const withoutOwner = (command) => command.replace(/ && chown \S+ \S+$/, "");

const runOptions = ({ workdir, env }) => ({
  cwd: workdir,
  env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  stdio: ["ignore", "inherit", "inherit"],
});

const pairs = (text) => Object.fromEntries(text.split(" ").map((pair) => pair.split("=")));

function instructions() {
  return readFileSync(join(root, "Dockerfile"), "utf8")
    .replaceAll("\\\n", "")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => /^(?<name>\S+)\s+(?<rest>.*)$/.exec(line).groups);
}
