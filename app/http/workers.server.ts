import cluster, { type Worker } from "node:cluster";
import type { Config } from "~/config/environment";
import { announce } from "~/telemetry/announce.server";
import { createLog } from "~/telemetry/log.server";

/**
 * Runs WEB_CONCURRENCY processes with one listener among them (contract.md, section 2), until this one is asked to
 * end. A worker that ends by itself is replaced; one that cannot even start ends them all, with its exit code.
 *
 * @param onEnd before this process ends, when the last worker has
 * @returns never: this process does nothing else
 */
export async function leadWorkers(config: Config, onEnd: () => void): Promise<never> {
  const { workers, secrets, redisUrl, logLevel } = config;
  const log = createLog(logLevel);
  if (redisUrl === undefined)
    log.info({ workers }, "REDIS_URL is not set: limits are divided among the workers");
  let stopping = false;
  let announced = false;

  function fork(): void {
    // What one worker seals the others open.
    const worker = cluster.fork({ SESSION_SECRET: secrets.join(",") });
    let started = false;
    worker.once("listening", () => {
      if (!announced) announce(config, log);
      started = announced = true;
    });
    worker.once("exit", (code, signal) => {
      if (stopping) return;
      if (!started) end(code || 1);
      log.error({ code, signal }, "a worker has ended unasked: another takes its place");
      fork();
    });
  }

  function end(code: number): never {
    onEnd();
    process.exit(code);
  }

  for (let count = 0; count < workers; count += 1) fork();
  await new Promise((resolve) => {
    process.once("SIGTERM", resolve);
    process.once("SIGINT", resolve);
  });
  stopping = true;
  await Promise.all(running().map(ended));
  return end(0);
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

function ended(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.once("exit", () => {
      resolve();
    });
    worker.process.kill("SIGTERM");
  });
}
