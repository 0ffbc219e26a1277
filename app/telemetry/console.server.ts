import type { Log } from "./log.server";

/**
 * What packages write to the console becomes a line of the log, without what they wrote: it would pass by everything that
 * keeps visitors' words out of it.
 */
export function takeConsole(log: Pick<Log, "warn">): void {
  for (const name of ["debug", "error", "info", "log", "trace", "warn"] as const)
    console[name] = (...written: unknown[]) => {
      // Where there is no error, the place that this was called from names the package.
      const err = written.find((one) => one instanceof Error) ?? new Error();
      log.warn({ err }, "a package wrote to the console");
    };
}
