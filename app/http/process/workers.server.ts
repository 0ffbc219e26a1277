import cluster, { type Worker } from "node:cluster";
import type { Config } from "~/config/environment";
import { announce } from "~/telemetry/announce.server";
import type { Log } from "~/telemetry/log.server";
import { restartDelays } from "./restart-delay.server";
import { relayRestarts } from "../event-streams/shared-restarts.server";

interface Leading {
  /** Says what the first signal to end does. */
  atEnd: (end: () => void) => void;
  /** Before this process ends, when the last worker has. */
  onEnd: () => void;
  /** How long the workers may take to finish, in milliseconds. */
  drainMs: number;
}

/**
 * Runs WEB_CONCURRENCY processes with one listener among them (docs/product.md#configuration), until this one is asked to
 * end. The first goes ahead: if it cannot start, nothing does, with its exit code. A worker that ends by itself is
 * replaced, later and later if that happens again and again.
 *
 * @returns never: this process does nothing else
 */
export async function leadWorkers(
  config: Config,
  log: Log,
  { atEnd, onEnd, drainMs }: Leading,
): Promise<never> {
  const { workers, secrets, redisUrl } = config;
  const restartDelay = restartDelays();
  if (redisUrl === undefined)
    log.info({ workers }, "REDIS_URL is not set: limits are divided among the workers");
  let stopping = false;
  let announced = false;

  function fork(): void {
    if (stopping) return;
    const begun = performance.now();
    // What one worker seals the others open.
    const worker = cluster.fork({ SESSION_SECRET: secrets.join(",") });
    worker.once("listening", () => {
      if (announced) return;
      announced = true;
      announce(config, log);
      for (let count = 1; count < workers; count += 1) fork();
    });
    worker.once("exit", (code, signal) => {
      if (stopping) return;
      if (!announced) end(code || 1);
      const waitMs = restartDelay(performance.now() - begun);
      log.error({ code, signal, waitMs }, "a worker has ended unasked: another takes its place");
      setTimeout(fork, waitMs);
    });
  }

  function end(code: number): never {
    onEnd();
    process.exit(code);
  }

  relayRestarts(running);
  fork();
  await new Promise<void>(atEnd);
  stopping = true;
  await Promise.all(running().map((worker) => ended(worker, drainMs)));
  return end(0);
}

function running(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

/** Whoever does not even end late is ended. */
function ended(worker: Worker, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const lastResort = setTimeout(() => worker.process.kill("SIGKILL"), drainMs + 500);
    worker.once("exit", () => {
      clearTimeout(lastResort);
      resolve();
    });
    worker.process.kill("SIGTERM");
  });
}
