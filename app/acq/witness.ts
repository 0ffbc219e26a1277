/** How a call ended: `breaker` was not made at all, of `gone` nobody waited for the end. */
export type CallOutcome = "ok" | "graphql" | "network" | "timeout" | "breaker" | "gone";

/** One call, its repetition included. */
export interface WitnessedCall {
  operation: string;
  outcome: CallOutcome;
  attempts: number;
  milliseconds: number;
  /** Of its last attempt. */
  correlationId: string;
}

/** Hears what is asked of acq, never with what or by whom. */
export interface AcqWitness {
  /** @returns what goes along with the attempt, and whom to tell of its end */
  attempt(operation: string, correlationId: string): WitnessedAttempt | undefined;
  called(call: WitnessedCall): void;
}

interface WitnessedAttempt {
  headers: Record<string, string>;
  end(outcome: CallOutcome): void;
}
