import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's own folder, wherever the command was called from. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The built server, as node is told to run it: with little room for what pages leave behind, since memory is what many
 * instances cost (docs/decisions/precompressed-templates.md). package.json and the Dockerfile say the same.
 */
export const serverProgram = {
  options: ["--max-semi-space-size=8", "--heap-growing-percent=60", "--single-threaded-gc"],
  file: "build/server.js",
};

/** The path of a program that npm installed here. On Windows it is a `.cmd`, which needs a shell. */
export function localProgram(name) {
  return join(root, "node_modules", ".bin", name);
}

/** Runs a program with our terminal and resolves to its exit code (128 + n for a signal, as shells count). */
export function run(program, args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env,
      stdio: "inherit",
      shell: process.platform === "win32",
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      resolve(code ?? exitCodeOf(signal));
    });
  });
}

/** The same, but a failure is an error: for steps without which the next one makes no sense. */
export async function must(program, args, env = process.env) {
  const code = await run(program, args, env);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with exit code ${code}`);
}

/** Runs a script; what stops it is said in a line, since the program that failed has told the rest. */
export async function main(script) {
  try {
    await script();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** Runs our server until it ends, passes on the signals that end us, and ends as it does. */
export function serve(args, env) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" });
  child.once("exit", (code, signal) => process.exit(code ?? exitCodeOf(signal)));
  onEnd((signal) => {
    // A terminal sends Ctrl-C to the whole group; twice would read as "stop at once".
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  });
}

/** Calls back for each signal that ends us, and when npm, which started us, has ended. */
export function onEnd(end) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, end);
  if (process.env.npm_lifecycle_event) followParent(() => end("SIGTERM"));
}

/** A signal for npm ends the shell between npm and us, which passes nothing on: its end is our sign. */
function followParent(end) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    end();
  }, 250);
}

function exitCodeOf(signal) {
  return signal === "SIGINT" ? 130 : 143;
}
