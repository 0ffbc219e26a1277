import type { AcqInstrumentation, CallOutcome } from "~/acq/client.server";
import type { Log } from "./log.server";
import type { RequestRecord } from "./request-record.server";

/** Calls to acq of one request go into its record, the metrics, its trace, and at debug into the log. */
export function acqInstrumentation(
  record: RequestRecord,
  { log, metrics }: { log: Pick<Log, "debug">; metrics: Pick<Metrics, "acqCall"> },
): AcqInstrumentation {
  return {
    attempt: (operation, correlationId) => record.trace?.attempt(operation, correlationId),
    called({ operation, outcome, attempts, milliseconds, correlationId }) {
      record.acqMs = (record.acqMs ?? 0) + milliseconds;
      metrics.acqCall(operation, outcome, milliseconds / 1000);
      log.debug({ operation, outcome, attempts, durationMs: milliseconds, correlationId }, "acq");
    },
  };
}

/**
 * The counters of the process's parts. They know nothing of how they are published; every word in them is one of a few,
 * never a path, a code or a text of a visitor's.
 */
export interface Metrics {
  /** @param route its pattern @param seconds undefined for what lasts as long as somebody looks on */
  request: (route: string, method: string, status: number, seconds: number | undefined) => void;
  acqCall: (operation: string, outcome: CallOutcome, seconds: number) => void;
  registration: (outcome: string) => void;
  /** @param error acq's word, or what else decided */
  codeCheck: (error: string) => void;
  /** A network has come with a code that can be used. */
  invited: () => void;
  limitHit: (limit: string) => void;
  /** @param directive of CSP, or "other" */
  cspViolation: (directive: string) => void;
  /** @param kind - one of app/telemetry/browser-failures.ts */
  browserFailure: (kind: string) => void;
}

const noop = () => undefined;

/** For a process whose metrics nobody reads. */
export const noMetrics: Metrics = {
  request: noop,
  acqCall: noop,
  registration: noop,
  codeCheck: noop,
  invited: noop,
  limitHit: noop,
  cspViolation: noop,
  browserFailure: noop,
};
