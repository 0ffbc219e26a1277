import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { expectBuilt } from "./built";

export interface ServerProcess {
  pid: number;
  /** Everything that it has written until now. */
  log(): string;
  /** Asks it to end, waits until it has, and resolves to its exit code; killed after 30 s. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Resolves when it has ended by itself. */
  ended: Promise<number | null>;
}

/** A process whose output we read ourselves. */
export interface HeardProcess extends ServerProcess {
  /** Reads nothing of what it writes until that is called which this returns. */
  readLater: () => () => void;
}

interface ProcessOptions {
  cwd?: string | undefined;
  /** The program that runs it, if it is not the Node that runs the tests. */
  node?: string | undefined;
  /** How many files and connections it may have open. */
  openFiles?: number | undefined;
}

/** Runs a built program with this environment alone, so that a developer's settings do not count. */
export function startProcess(
  args: string[],
  env: Record<string, string>,
  { cwd, node = process.execPath, openFiles }: ProcessOptions = {},
): HeardProcess {
  if (args.some((argument) => argument.startsWith("build/"))) expectBuilt();
  const limited = ["-c", `ulimit -n ${openFiles ?? 0}; exec "$0" "$@"`, node, ...args];
  const child = spawn(openFiles === undefined ? node : "bash", openFiles === undefined ? args : limited, {
    cwd,
    env: { NODE_ENV: "production", PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Apart: a chunk may end within a line.
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => (output[name] += text));
  const ended = once(child, "close").then(() => child.exitCode);
  return {
    pid: child.pid ?? 0,
    ended,
    log: () => output.stdout + output.stderr,
    readLater() {
      child.stdout.pause();
      return () => child.stdout.resume();
    },
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const lastResort = setTimeout(() => child.kill("SIGKILL"), 30_000);
      const code = await ended;
      clearTimeout(lastResort);
      return code;
    },
  };
}

/** Waits until the URL answers 200. Throws with the log if the process ends before, or after two minutes. */
export async function waitUntilReady(server: ServerProcess, url: string): Promise<void> {
  const over = new AbortController();
  void server.ended.then(() => over.abort());
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(120_000)]);
  while (!signal.aborted) {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok) return;
    await delay(50);
  }
  await server.stop();
  throw new Error(`The server did not get ready at ${url}:\n${server.log()}`);
}
