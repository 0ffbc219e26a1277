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

/** Runs a built program with this environment and nothing of ours, so that a developer's settings do not count. */
export function startProcess(args: string[], env: Record<string, string>, cwd?: string): ServerProcess {
  if (args.some((argument) => argument.startsWith("build/"))) expectBuilt();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { NODE_ENV: "production", PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const ended = once(child, "close").then(() => child.exitCode);
  return {
    pid: child.pid ?? 0,
    ended,
    log: () => output,
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
