/**
 * A circuit breaker: keeps callers from waiting for an acq that fails
 * (docs/develop/acq-protocol.md#deadline-and-repetition). The process has one for pages and one for forms.
 */
export interface Breaker {
  /**
   * Returns true if acq may be called. While acq fails, returns true once every `trialIntervalMs` (a trial), otherwise
   * false. Call it once per request, not per call.
   */
  allowsCall(): boolean;
  /** Closes the breaker, because acq has responded. A refusal by acq counts as a response. */
  recordResponse(): void;
  /**
   * Counts a failure: acq could not be reached, did not respond in time, or sent no valid response.
   *
   * @param retryAfter - the seconds that acq asked the client to wait
   */
  recordFailure(retryAfter?: number): void;
  /** Returns the remaining seconds of acq's last Retry-After; undefined without one or after it has elapsed. */
  getRetryAfterSeconds(): number | undefined;
  /** Returns true while the breaker is open: acq is failing and only trial calls are sent. */
  isOpen(): boolean;
}

/**
 * The milliseconds between two trial calls to acq while the circuit breaker is open. A trial call that never completes
 * does not delay the next trial call.
 */
const trialIntervalMs = 5000;

/** @param failuresToOpen - the number of consecutive failures that open the breaker */
export function createBreaker(failuresToOpen = 5): Breaker {
  let consecutiveFailures = 0;
  let nextTrialAt = 0;
  let retryAfterEndsAt = 0;

  return {
    allowsCall() {
      if (consecutiveFailures < failuresToOpen) return true;
      if (performance.now() < nextTrialAt) return false;
      nextTrialAt = performance.now() + trialIntervalMs;
      return true;
    },
    recordResponse() {
      consecutiveFailures = 0;
      retryAfterEndsAt = 0;
    },
    isOpen: () => consecutiveFailures >= failuresToOpen,
    recordFailure(retryAfter = 0) {
      consecutiveFailures += 1;
      if (consecutiveFailures === failuresToOpen) nextTrialAt = performance.now() + trialIntervalMs;
      retryAfterEndsAt = Math.max(retryAfterEndsAt, performance.now() + retryAfter * 1000);
    },
    getRetryAfterSeconds() {
      const remainingSeconds = Math.ceil((retryAfterEndsAt - performance.now()) / 1000);
      return remainingSeconds > 0 ? remainingSeconds : undefined;
    },
  };
}
