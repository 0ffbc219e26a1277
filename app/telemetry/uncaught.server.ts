import type { Log } from "./log.server";
import type { Telemetry } from "./telemetry.server";

/**
 * A package's console output becomes a line of the log, without its words: they would pass by everything that keeps
 * visitors' words out of it.
 */
export function takeConsole(log: Pick<Log, "warn">): void {
  for (const name of ["debug", "error", "info", "log", "trace", "warn"] as const)
    console[name] = (...written: unknown[]) => {
      // Where there is no error, the place that this was called from names the package.
      const err = written.find((one) => one instanceof Error) ?? new Error();
      log.warn({ err }, "a package wrote to the console");
    };
}

const flushMs = 2000;

/**
 * Logs and reports an error that nobody caught, a rejection that nobody handled among them, and throws in its place, so
 * that the process ends as Node would have it, and is replaced (docs/product.md#errors-and-messages).
 *
 * @param onFirst at once: nobody new is to be let in
 */
export function endWithUncaught({ log, reporter }: Telemetry, onFirst: () => void): void {
  function end(error: unknown): void {
    process.off("uncaughtException", end);
    // A later error must not end the process before the first is reported.
    process.on("uncaughtException", ignore);
    log.fatal({ err: error }, "uncaught: the process ends");
    onFirst();
    void reporter.flush(flushMs).then(() => {
      process.off("uncaughtException", ignore);
      setImmediate(() => {
        // Node prints what ends the process as it is: never the error itself, whose message may hold anything.
        throw new Error("uncaught: see the log's last line");
      });
    });
  }
  process.on("uncaughtException", end);
}

const ignore = () => undefined;
