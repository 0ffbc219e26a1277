import type { AcqInstrumentation, CallOutcome } from "~/acq/client.server";
import type { Log } from "./log.server";
import type { RequestRecord } from "./request-record.server";

/** Adds the acq calls of one request to its record, the metrics, its trace and, at level debug, the log. */
export function acqInstrumentation(
  record: RequestRecord,
  { log, metrics }: { log: Pick<Log, "debug">; metrics: Pick<Metrics, "acqCall"> },
): AcqInstrumentation {
  return {
    attempt: (operation, correlationId) => record.trace?.attempt(operation, correlationId),
    recordCall({ operation, outcome, attempts, milliseconds, correlationId }) {
      record.acqMs = (record.acqMs ?? 0) + milliseconds;
      metrics.acqCall(operation, outcome, milliseconds / 1000);
      log.debug({ operation, outcome, attempts, durationMs: milliseconds, correlationId }, "acq call");
    },
  };
}

/**
 * The counters of the process, independent of how they are published. Each label has a few values, and is never a path,
 * a code or a visitor's text.
 */
export interface Metrics {
  /**
   * @param route - the pattern of the page
   * @param seconds - undefined for an event stream
   */
  request: (route: string, method: string, status: number, seconds: number | undefined) => void;
  acqCall: (operation: string, outcome: CallOutcome, seconds: number) => void;
  registration: (outcome: string) => void;
  /** @param error - acq's error, or what else decided */
  codeCheck: (error: string) => void;
  /** Counts a network that used a valid code. */
  invited: () => void;
  limitHit: (limit: string) => void;
  /** Counts a forwarded header that is ignored, since TRUST_PROXY is 0. */
  forwardedIgnored: () => void;
  /** Counts a form with a token signed with a secret that this process does not have. */
  foreignToken: () => void;
  /** @param directive - a directive of CSP, or "other" */
  cspViolation: (directive: string) => void;
  /** @param kind - one of app/telemetry/browser-failures.ts */
  browserFailure: (kind: string) => void;
}

const noop = () => undefined;

/** Metrics that count nothing. */
export const noMetrics: Metrics = {
  request: noop,
  acqCall: noop,
  registration: noop,
  codeCheck: noop,
  invited: noop,
  limitHit: noop,
  forwardedIgnored: noop,
  foreignToken: noop,
  cspViolation: noop,
  browserFailure: noop,
};
