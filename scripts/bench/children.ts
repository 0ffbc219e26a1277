import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, closeSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerProcess } from "../../tests/support/server-process";
import { root } from "../run.mjs";

export interface MeasuredProcess extends ServerProcess {
  pid: number;
  process: ChildProcess;
}

const runningProcesses = new Set<ChildProcess>();
const logFolder = join(root, ".cache", "bench");

/**
 * Runs a program as in production. The program's log goes to .cache/bench/, so that the measuring process does no work
 * for it.
 */
export function startMeasuredProcess(
  name: string,
  args: string[],
  env: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
): MeasuredProcess {
  mkdirSync(logFolder, { recursive: true });
  const logFile = join(logFolder, `${name}.log`);
  const logDescriptor = openSync(logFile, "w");
  const [program = "", ...programArgs] = args;
  const child = fork(program, programArgs, {
    cwd: root,
    env: { NODE_ENV: "production", PATH: process.env["PATH"] ?? "", ...env },
    execArgv: program.endsWith(".ts") ? ["--import", "tsx"] : [...nodeOptions],
    stdio: ["ignore", logDescriptor, logDescriptor, "ipc"],
  });
  closeSync(logDescriptor);
  runningProcesses.add(child);
  const exitPromise = once(child, "exit").then(() => {
    runningProcesses.delete(child);
    return child.exitCode;
  });
  if (child.pid === undefined) throw new Error(`${name} did not start`);
  return {
    pid: child.pid,
    process: child,
    exitPromise,
    log: () => readFileSync(logFile, "utf8"),
    stop(signal = "SIGTERM") {
      child.kill(signal);
      return exitPromise;
    },
  };
}

/** Kills all running child programs at once, when the measuring process ends. */
export function killRunningProcesses(): void {
  for (const child of runningProcesses) child.kill("SIGKILL");
}
