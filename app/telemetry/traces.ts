import type { IncomingHttpHeaders } from "node:http";

/** One attempt at acq, within a request's trace. */
export interface AttemptTrace {
  /** What goes along to acq, so that its own spans belong to the same trace (W3C Trace Context). */
  headers: Record<string, string>;
  end(outcome: string): void;
}

/** What is told of one request. */
export interface RequestTrace {
  traceId: string;
  attempt(operation: string, correlationId: string): AttemptTrace;
  end(facts: { method: string; route: string; status: number; correlationId: string; gone: boolean }): void;
}

export interface Tracing {
  begin(headers: IncomingHttpHeaders): RequestTrace;
  /** Sends what is left. */
  end(): Promise<void>;
}
