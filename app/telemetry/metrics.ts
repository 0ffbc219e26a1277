/** How a call to acq ended: `breaker` was not made at all, of `gone` nobody waited for the end. */
export type AcqOutcome = "ok" | "graphql" | "network" | "timeout" | "breaker" | "gone";

/**
 * What the parts of the process count. They know nothing of how it is published; every word that they say is one of a
 * few, never a path, a code or a text of a visitor's.
 */
export interface Metrics {
  /** @param route its pattern @param seconds undefined for what lasts as long as somebody looks on */
  request: (route: string, method: string, status: number, seconds: number | undefined) => void;
  acqCall: (operation: string, outcome: AcqOutcome, seconds: number) => void;
  registration: (outcome: string) => void;
  /** @param error acq's word, or what else decided */
  codeCheck: (error: string) => void;
  limitHit: (limit: string) => void;
  /** @param directive of CSP, or "other" */
  cspViolation: (directive: string) => void;
}

const nothing = () => undefined;

/** For a process whose metrics nobody reads. */
export const noMetrics: Metrics = {
  request: nothing,
  acqCall: nothing,
  registration: nothing,
  codeCheck: nothing,
  limitHit: nothing,
  cspViolation: nothing,
};
