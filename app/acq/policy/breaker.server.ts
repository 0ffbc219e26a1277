/**
 * Keeps callers from queueing for an acq that fails (docs/acq-protocol.md#deadline-and-repetition). One for the whole
 * process.
 */
export interface Breaker {
  /**
   * Whether acq may be asked now. While it fails only one visitor in `restMs` may, and the others fail at once: asked
   * once for all that a visitor's request needs.
   */
  admits(): boolean;
  /** acq answered, be it with a refusal: everybody may ask again. */
  answered(): void;
  /**
   * acq could not be reached, did not answer in time, or not with anything that is an answer.
   *
   * @param retryAfter the seconds that it asked to be left alone for
   */
  failed(retryAfter?: number): void;
  /** The seconds that are left of these; undefined when acq asked for none, or they are over. */
  retryAfter(): number | undefined;
  /** Whether callers are kept from acq for now; metrics read it. */
  isOpen(): boolean;
}

interface BreakerOptions {
  /** How many failures in a row it takes. */
  failuresToOpen?: number;
  /** Milliseconds from one trial to the next; a trial that never comes back keeps nobody waiting longer. */
  restMs?: number;
  /** A clock in milliseconds that never goes back. */
  now?: () => number;
}

export function createBreaker({
  failuresToOpen = 5,
  restMs = 5000,
  now = () => performance.now(),
}: BreakerOptions = {}): Breaker {
  let failuresInARow = 0;
  let nextTrial = 0;
  let askedUntil = 0;

  return {
    admits() {
      if (failuresInARow < failuresToOpen) return true;
      if (now() < nextTrial) return false;
      nextTrial = now() + restMs;
      return true;
    },
    answered() {
      failuresInARow = 0;
      askedUntil = 0;
    },
    isOpen: () => failuresInARow >= failuresToOpen,
    failed(retryAfter = 0) {
      failuresInARow += 1;
      if (failuresInARow === failuresToOpen) nextTrial = now() + restMs;
      askedUntil = Math.max(askedUntil, now() + retryAfter * 1000);
    },
    retryAfter() {
      const seconds = Math.ceil((askedUntil - now()) / 1000);
      return seconds > 0 ? seconds : undefined;
    },
  };
}
