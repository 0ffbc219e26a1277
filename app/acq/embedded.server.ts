import { fork, type ChildProcess } from "node:child_process";

/**
 * Starts the embedded acq, a program of its own, and waits until it listens. It reads its configuration from
 * the environment it is given, and ends with this process.
 */
export function startEmbeddedAcq(program: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(program, { env });
  return new Promise((resolve, reject) => {
    child.once("message", () => {
      resolve(child);
    });
    child.once("exit", (code) => {
      reject(new Error(`the embedded acq did not start (exit ${String(code)})`));
    });
  });
}
