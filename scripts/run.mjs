import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder, whatever folder the command is run in. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The arguments that run the built server: Node options that save memory (docs/decisions/v8-options.md), and the
 * server's file. package.json and the Dockerfile contain the same options.
 */
export const serverProgram = {
  options: ["--max-semi-space-size=8", "--heap-growing-percent=60", "--single-threaded-gc"],
  file: "build/server.js",
};

/** Returns the path of a program that npm installed here. On Windows it is a `.cmd`, which needs a shell. */
export function resolveLocalProgram(name) {
  return join(root, "node_modules", ".bin", name);
}

/** Runs a program in this terminal and resolves to its exit code (128 + n for a signal, as in shells). */
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
      resolve(code ?? computeExitCode(signal));
    });
  });
}

/** Runs a program like `run`, but throws if the program fails, so that later steps do not run. */
export async function runOrThrow(program, args, env = process.env) {
  const code = await run(program, args, env);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} ended with exit code ${code}`);
}

/** Runs a script. Prints only the message of an error, since the failed program has already printed its output. */
export async function main(script) {
  try {
    await script();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/** Runs the server until it ends, forwards signals to it, and exits with its exit code. */
export function serve(args, env) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: "inherit" });
  child.once("exit", (code, signal) => process.exit(code ?? computeExitCode(signal)));
  // After Ctrl-C, the server gets SIGINT twice: from the terminal and from this process. The server ignores the second
  // SIGINT.
  onEnd((signal) => child.kill(signal));
}

/**
 * Calls `endProgram` for each signal that ends this process. If npm started this process, also calls it when npm has
 * ended.
 */
export function onEnd(endProgram) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, endProgram);
  if (process.env.npm_lifecycle_event) watchParent(() => endProgram("SIGTERM"));
}

/**
 * Calls `endProgram` when the parent process has ended. npm starts this process in a shell. If a signal ends that
 * shell, the shell does not forward the signal.
 */
function watchParent(endProgram) {
  const parentPid = process.ppid;
  const parentCheckInterval = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(parentCheckInterval);
    endProgram();
  }, 250);
}

function computeExitCode(signal) {
  return signal === "SIGINT" ? 130 : 143;
}
