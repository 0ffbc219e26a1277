import type { Telemetry } from "./telemetry.server";

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
    // What comes after the first must not end the process before that one is reported.
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
