import type { AcqOutcome, Figures } from "./figures";
import type { Log } from "./log.server";
import type { Tale } from "./tale.server";
import type { AttemptTrace } from "./traces";

interface Call {
  operation: string;
  outcome: AcqOutcome;
  attempts: number;
  milliseconds: number;
  correlationId: string;
}

/** What one request asks of acq goes into its tale, the figures, its trace, and at debug into the log. */
export function acqWitness(
  tale: Tale,
  { log, figures }: { log: Pick<Log, "debug">; figures: Pick<Figures, "acqCall"> },
) {
  return {
    attempt(operation: string, correlationId: string): AttemptTrace | undefined {
      return tale.trace?.attempt(operation, correlationId);
    },
    called({ operation, outcome, attempts, milliseconds, correlationId }: Call): void {
      tale.acqMs = (tale.acqMs ?? 0) + milliseconds;
      figures.acqCall(operation, outcome, milliseconds / 1000);
      log.debug({ operation, outcome, attempts, durationMs: milliseconds, correlationId }, "acq");
    },
  };
}
