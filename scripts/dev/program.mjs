import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { root } from "../run.mjs";

const runnerFile = fileURLToPath(new URL("run-program.mjs", import.meta.url));

/**
 * Starts a program of the site in a separate process, which ends with the calling process. Each restart creates a new
 * process without timers, connections or caches of the old code.
 *
 * @param entryFile - the program's main module
 * @param environment - called before each start to get the environment variables
 * @param invoke - answers the requests that the program's module runner sends to Vite
 */
export function createProgram(entryFile, { environment, invoke }) {
  /**
   * `portPromise` is a promise for the program's most recent start. It resolves to the port, or to undefined if the
   * process ends before it listens.
   */
  const program = { portPromise: undefined, failure: () => failure, restart, stop };
  let child;
  let failure;
  let queuedStart;

  function restart() {
    queuedStart ??= stop("SIGKILL").then(() => {
      queuedStart = undefined;
      return start();
    });
    program.portPromise = queuedStart;
  }

  async function start() {
    const env = await environment();
    const newChild = fork(runnerFile, [entryFile], { cwd: root, env, execArgv: [] });
    child = newChild;
    failure = "The program has exited. Its log shows the reason.";
    const exitPromise = once(newChild, "exit").then(() => {
      if (child === newChild && !queuedStart) program.portPromise = Promise.resolve(undefined);
    });
    const portPromise = new Promise((resolve) => {
      newChild.on("message", (message) => {
        if ("listening" in message) resolve(message.listening);
        else if ("failure" in message) failure = message.failure;
        else void respondToInvoke(newChild, message);
      });
    });
    return Promise.race([portPromise, exitPromise]);
  }

  async function respondToInvoke(sender, { id, payload }) {
    const result = await invoke(payload);
    if (sender.connected) sender.send({ id, result });
  }

  /** Resolves when the program's process has ended. */
  async function stop(signal) {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exitPromise = once(child, "exit");
    child.kill(signal);
    await exitPromise;
  }

  restart();
  return program;
}
