import type { Log } from "./log.server";

/**
 * What packages write to the console becomes a line of the log, without what they wrote: it would pass by everything that
 * keeps visitors' words out of it.
 */
export function takeConsole(log: Pick<Log, "warn">): void {
  for (const name of ["debug", "error", "info", "log", "trace", "warn"] as const)
    console[name] = (...written: unknown[]) => {
      log.warn({ err: written.find((one) => one instanceof Error) }, "a package wrote to the console");
    };
}
