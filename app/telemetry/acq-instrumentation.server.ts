import type { AcqOutcome, Metrics } from "./metrics";
import type { Log } from "./log.server";
import type { RequestRecord } from "./request-record.server";
import type { AttemptTrace } from "./traces";

interface Call {
  operation: string;
  outcome: AcqOutcome;
  attempts: number;
  milliseconds: number;
  correlationId: string;
}

/** What one request asks of acq goes into its record, the metrics, its trace, and at debug into the log. */
export function acqInstrumentation(
  record: RequestRecord,
  { log, metrics }: { log: Pick<Log, "debug">; metrics: Pick<Metrics, "acqCall"> },
) {
  return {
    attempt(operation: string, correlationId: string): AttemptTrace | undefined {
      return record.trace?.attempt(operation, correlationId);
    },
    called({ operation, outcome, attempts, milliseconds, correlationId }: Call): void {
      record.acqMs = (record.acqMs ?? 0) + milliseconds;
      metrics.acqCall(operation, outcome, milliseconds / 1000);
      log.debug({ operation, outcome, attempts, durationMs: milliseconds, correlationId }, "acq");
    },
  };
}
