import { logOf } from "./log.server";
import { redactorFor } from "./redaction";
import type { Telemetry } from "./telemetry.server";

const flushMs = 2000;

/**
 * Logs and reports an error that nobody caught, a rejection that nobody handled among them, and throws it once more, so
 * that the process ends as Node would have it, and is replaced (spec.md, section 8). It may come from any request.
 *
 * @param onFirst at once: nobody new is to be let in
 */
export function endWithUncaught({ log, reporter, visits }: Telemetry, onFirst: () => void): void {
  function end(error: unknown): void {
    process.off("uncaughtException", end);
    // What comes after the first must not end the process before that one is reported.
    process.on("uncaughtException", ignore);
    const visit = visits.any();
    logOf(log, visit).fatal({ err: error }, "uncaught: the process ends");
    onFirst();
    void reporter.flush(flushMs).then(() => {
      process.off("uncaughtException", ignore);
      const { text } = redactorFor(() => visit.typed());
      setImmediate(() => {
        throw printable(error, text);
      });
    });
  }
  process.on("uncaughtException", end);
}

const ignore = () => undefined;

/** Node writes it to standard error as it is. */
function printable(error: unknown, text: (text: string) => string): Error {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  return Object.assign(new Error(text(message)), { name, stack: text(stack ?? "") });
}
