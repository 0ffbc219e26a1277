import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { expectSiteIsBuilt } from "./built";

export interface ServerProcess {
  pid: number;
  /** Returns all output of the process so far. */
  log(): string;
  /** Sends the signal, waits until the process ends, and resolves to its exit code. Kills the process after 30 s. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Resolves when the process has ended. */
  exitPromise: Promise<number | null>;
}

/** A running process. The test can pause reading the output of the process. */
export interface LoggedProcess extends ServerProcess {
  /** Stops reading the output until the returned function is called. */
  pauseReading: () => () => void;
}

interface ProcessOptions {
  cwd?: string | undefined;
  /** The Node executable; by default the Node that runs the tests. */
  node?: string | undefined;
  /** The limit of files and connections that the process may open. */
  maxOpenFiles?: number | undefined;
}

/** Runs a built program with this environment only, so that a developer's settings do not apply. */
export function startProcess(
  args: string[],
  env: Record<string, string>,
  { cwd, node = process.execPath, maxOpenFiles }: ProcessOptions = {},
): LoggedProcess {
  if (args.some((argument) => argument.startsWith("build/"))) expectSiteIsBuilt();
  const shellArguments = ["-c", `ulimit -n ${maxOpenFiles ?? 0}; exec "$0" "$@"`, node, ...args];
  const child = spawn(
    maxOpenFiles === undefined ? node : "bash",
    maxOpenFiles === undefined ? args : shellArguments,
    {
      cwd,
      env: { NODE_ENV: "production", PATH: process.env["PATH"] ?? "", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  // Stores stdout and stderr separately, since a chunk of stderr may arrive in the middle of a line of stdout.
  const output = { stdout: "", stderr: "" };
  for (const streamName of ["stdout", "stderr"] as const)
    child[streamName].setEncoding("utf8").on("data", (text: string) => (output[streamName] += text));
  const exitPromise = once(child, "close").then(() => child.exitCode);
  return {
    pid: child.pid ?? 0,
    exitPromise,
    log: () => output.stdout + output.stderr,
    pauseReading() {
      child.stdout.pause();
      return () => child.stdout.resume();
    },
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const killTimer = setTimeout(() => child.kill("SIGKILL"), 30_000);
      const code = await exitPromise;
      clearTimeout(killTimer);
      return code;
    },
  };
}

/**
 * Waits until the URL responds with 200.
 * @throws an error with the log if the process ends first, or after two minutes
 */
export async function waitUntilReady(server: ServerProcess, url: string): Promise<void> {
  const endController = new AbortController();
  void server.exitPromise.then(() => endController.abort());
  const signal = AbortSignal.any([endController.signal, AbortSignal.timeout(120_000)]);
  while (!signal.aborted) {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await delay(50);
  }
  await server.stop();
  throw new Error(`The server did not get ready at ${url}:\n${server.log()}`);
}
