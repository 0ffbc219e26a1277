import type { AcqInstrumentation, CallOutcome } from "~/acq/client.server";
import type { Log } from "./log.server";
import type { RequestRecord } from "./request-record.server";

/**
 * Returns functions that record the acq calls of one request: in the request's log line, the metrics and the request's
 * trace, and at level debug in separate log lines.
 */
export function createAcqInstrumentation(
  record: RequestRecord,
  { log, metrics }: { log: Pick<Log, "debug">; metrics: Pick<Metrics, "countAcqCall"> },
): AcqInstrumentation {
  return {
    beginCall() {
      record.openAcqCalls += 1;
      return () => {
        record.openAcqCalls -= 1;
      };
    },
    beginAttempt: (operation, correlationId) => record.trace?.beginAttempt(operation, correlationId),
    recordCall({ operation, outcome, attempts, durationMs, correlationId }) {
      record.acqMs = (record.acqMs ?? 0) + durationMs;
      metrics.countAcqCall(operation, outcome, durationMs / 1000);
      log.debug({ operation, outcome, attempts, durationMs, correlationId }, "acq call");
    },
  };
}

/**
 * Counts events of the process, independently of how the counts are published. Each label has few values, and is never
 * a path, a code or a visitor's text.
 */
export interface Metrics {
  /**
   * Counts a request.
   *
   * @param route - the pattern of the page
   * @param seconds - undefined for an event stream
   */
  countRequest: (route: string, method: string, status: number, seconds: number | undefined) => void;
  countAcqCall: (operation: string, outcome: CallOutcome, seconds: number) => void;
  countRegistration: (outcome: string) => void;
  /** @param status - acq's response; "NOT_FOUND" also for a damaged activation link */
  countActivation: (status: string) => void;
  /**
   * Counts a checked code.
   *
   * @param error - acq's error, "none" for a usable code, or the reason for a missing response
   */
  countCodeCheck: (error: string) => void;
  /** Counts a visitor's IP network from which a usable code was opened or typed. */
  countInvitedVisit: () => void;
  /** Counts a visitor's IP network from which a link with an unreadable code or timestamp was opened. */
  countDamagedLink: () => void;
  countLimitHit: (limit: string) => void;
  /** Counts an X-Forwarded-For header that is ignored because TRUST_PROXY is 0. */
  countIgnoredForwardedHeader: () => void;
  /** Counts a form with a form token that was signed with an unknown secret. */
  countForeignToken: () => void;
  /** Counts a form of one of the site's own pages that is refused because PUBLIC_ORIGIN is another origin. */
  countRefusedOwnForm: () => void;
  /** @param directive - a directive of a Content-Security-Policy, or "other" */
  countCspViolation: (directive: string) => void;
  /** @param kind - one of the kinds in app/telemetry/browser-failures.ts */
  countBrowserFailure: (kind: string) => void;
}

const doNothing = () => undefined;

/** Metrics that count nothing. */
export const noMetrics: Metrics = {
  countRequest: doNothing,
  countAcqCall: doNothing,
  countRegistration: doNothing,
  countActivation: doNothing,
  countCodeCheck: doNothing,
  countInvitedVisit: doNothing,
  countDamagedLink: doNothing,
  countLimitHit: doNothing,
  countIgnoredForwardedHeader: doNothing,
  countForeignToken: doNothing,
  countRefusedOwnForm: doNothing,
  countCspViolation: doNothing,
  countBrowserFailure: doNothing,
};
