/**
 * Why acq gave no answer: the one error type of a call (docs/acq-protocol.md#requests). acq's own words are in none
 * of them; `correlationId` is the number that a visitor can quote.
 */
export type AcqFailure =
  | { kind: "graphql"; codes: readonly string[]; correlationId: string }
  /** `retryAfter`: seconds after which acq, or what stands before it, wants to be asked again, where it says so. */
  | { kind: "network"; status: number | null; correlationId: string; retryAfter?: number }
  | { kind: "timeout"; status: 408; correlationId: string };

export type AcqAnswer<Data> = { ok: true; data: Data } | { ok: false; failure: AcqFailure };

/** Whether acq answered, and the answer was that whoever asks may not have it (acq.graphql). */
export function isForbidden(failure: AcqFailure): boolean {
  return failure.kind === "graphql" && failure.codes.includes("FORBIDDEN");
}
