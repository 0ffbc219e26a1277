/** How a call ended: `breaker` was not made at all, of `gone` nobody waited for the end. */
export type CallOutcome = "ok" | "graphql" | "network" | "timeout" | "breaker" | "gone";

/** One call, its repetition included. */
export interface InstrumentedCall {
  operation: string;
  outcome: CallOutcome;
  attempts: number;
  milliseconds: number;
  /** Of its last attempt. */
  correlationId: string;
}

/** Hears what is asked of acq, never with what or by whom. */
export interface AcqInstrumentation {
  /** @returns what goes along with the attempt, and whom to tell of its end */
  attempt(operation: string, correlationId: string): InstrumentedAttempt | undefined;
  called(call: InstrumentedCall): void;
}

interface InstrumentedAttempt {
  headers: Record<string, string>;
  end(outcome: CallOutcome): void;
}
