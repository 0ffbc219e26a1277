import { setTimeout } from "node:timers/promises";
import type { TadaDocumentNode } from "gql.tada";
import { v4 as uuid } from "uuid";
import type * as z from "zod";
import type { Breaker } from "./policy/breaker.server";
import { getOperationClient, type OperationClient } from "./policy/fetch-response.server";
import type { AcqResult, AcqFailure } from "./results";
import {
  type FailedAttempt,
  classifyFailure,
  NoResponseError,
  readLoggedErrorCode,
} from "./policy/classify-failure.server";
import type { OpenCalls } from "./policy/open-calls.server";
import { type AcqCaller, createRequestHeaders } from "./request-headers.server";

/**
 * The outcome of a call. `breaker`: not sent, because acq is failing. `busy`: not sent, because too many calls are
 * open. `gone`: the visitor disconnected before the response.
 */
export type CallOutcome = "ok" | "graphql" | "network" | "timeout" | "breaker" | "busy" | "gone";

/** A completed call to acq, including its retry. */
interface CallRecord {
  operation: string;
  outcome: CallOutcome;
  attempts: number;
  durationMs: number;
  /** The id of the call's last attempt. */
  correlationId: string;
}

/** Observes acq calls, but not their variables or visitors. */
export interface AcqInstrumentation {
  /**
   * Called when a call to acq begins.
   *
   * @returns a function to call when the call is complete
   */
  beginCall(): () => void;
  /**
   * Called when one attempt of a call to acq begins.
   *
   * @returns headers for the attempt, and a function to call when the attempt is complete
   */
  beginAttempt(operation: string, correlationId: string): AttemptRecorder | undefined;
  recordCall(call: CallRecord): void;
}

export interface AttemptRecorder {
  /** Headers to send to acq (W3C Trace Context). They add acq's spans to the trace of the visitor's request. */
  headers: Record<string, string>;
  end(outcome: CallOutcome): void;
}

export interface AcqSettings {
  url: string;
  /**
   * The time limit of one call including its retry, in milliseconds
   * (docs/develop/acq-protocol.md#deadline-and-repetition).
   */
  timeoutMs: number;
  /** A circuit breaker that the requests of the process share. */
  breaker: Breaker;
  /** The open calls of all requests of the process, which are aborted together when the process shuts down. */
  openCalls: OpenCalls;
  log: { warn(logFields: object, text: string): void };
  /** Observes each call to acq and each attempt of the call. */
  instrumentation?: AcqInstrumentation;
  /** Waits some milliseconds before a retry. The wait ends early if the signal aborts. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

interface AcqCall<Data, Result, Variables> {
  operationDocument: TadaDocumentNode<Result, Variables>;
  variables: Variables;
  /**
   * The schema of the response's data; the call returns the parsed data. A response that does not match counts as a
   * failure.
   */
  responseSchema: z.ZodType<Data>;
  /** The Idempotency-Key of a mutation. The call's retry has the same key. */
  idempotencyKey?: string;
  /**
   * True if the page can be rendered without acq's response. While acq fails, an optional call is not sent, not even as
   * a trial call of the circuit breaker. Failures of optional calls do not open the breaker: acq may still answer the
   * calls that pages need.
   */
  isOptional?: boolean;
}

export interface Acq {
  request<Data, Result, Variables extends Record<string, unknown>>(
    call: AcqCall<Data, Result, Variables>,
  ): Promise<AcqResult<Data>>;
}

type CallAttemptResult<Data> =
  | { ok: true; data: Data; correlationId: string }
  /** `error`: the reason for a failed connection. */
  | ({ ok: false; error?: unknown } & FailedAttempt);

/**
 * Creates the acq client for one request of a visitor. A call has one deadline and at most one retry
 * (docs/develop/acq-protocol.md#requests). The client never throws: it returns failures.
 */
export function createAcq(settings: AcqSettings, caller: AcqCaller): Acq {
  const { breaker, openCalls, timeoutMs, instrumentation } = settings;
  const wait = settings.wait ?? ((ms, signal) => setTimeout(ms, undefined, { signal }));
  const breakerCheck = createBreakerCheck(breaker);
  const makeAttempt = createAttemptSender(settings, caller, breakerCheck);
  const hasDisconnected = () => caller.signal?.aborted === true;

  return {
    async request(call) {
      const startedAt = performance.now();
      const getElapsedMs = () => Math.round(performance.now() - startedAt);
      const operationClient = getOperationClient(settings.url, call.operationDocument);
      const { operation } = operationClient;
      if (!breakerCheck.allowsCall(call.isOptional)) return refuseCall(operation, "breaker");

      // A trial call of the circuit breaker continues when the visitor disconnects, because its result decides whether
      // other visitors' calls are sent.
      const clientSignal = breakerCheck.isTrial() ? undefined : caller.signal;
      const openCall = openCalls.begin({ operation, network: caller.clientNetwork }, timeoutMs, clientSignal);
      if (!openCall) return refuseCall(operation, "busy");
      const { signal, finish } = openCall;
      const endCall = instrumentation?.beginCall();
      let attempts = 1;
      let result = await makeAttempt(call, operationClient, signal);
      if (!result.ok && result.retryInMs !== undefined && result.retryInMs < timeoutMs - getElapsedMs()) {
        await wait(result.retryInMs, signal).catch(() => undefined);
        if (!hasDisconnected() && !breaker.isOpen()) {
          attempts = 2;
          result = await makeAttempt(call, operationClient, signal);
        }
      }
      finish();
      endCall?.();
      const { correlationId } = result.ok ? result : result.failure;
      const durationMs = getElapsedMs();
      const outcome = getCallOutcome(result, caller);
      instrumentation?.recordCall({ operation, outcome, attempts, durationMs, correlationId });
      if (result.ok) return { ok: true, data: result.data };
      // Does not log the failure if the visitor has disconnected, because the failure then reveals nothing about acq.
      const logFields = { operation, attempts, durationMs };
      if (!hasDisconnected())
        logFailure(result.failure, {
          ...logFields,
          code: readLoggedErrorCode(result.failure, result.error),
          err: result.error,
        });
      return { ok: false, failure: result.failure };
    },
  };

  /** Returns a failure if the call must not be sent: the breaker is open, or too many calls are waiting. */
  function refuseCall(operation: string, outcome: "breaker" | "busy"): { ok: false; failure: AcqFailure } {
    const correlationId = createCorrelationId();
    const failure = createUnsentFailure(breaker, correlationId);
    settings.log.warn({ operation, attempts: 0, correlationId }, failureLogTexts[outcome]);
    instrumentation?.recordCall({ operation, outcome, attempts: 0, durationMs: 0, correlationId });
    return { ok: false, failure };
  }

  function logFailure(failure: AcqFailure, logFields: object): void {
    const { kind, correlationId } = failure;
    const status = "status" in failure ? failure.status : undefined;
    settings.log.warn({ kind, status, correlationId, ...logFields }, failureLogTexts[kind]);
  }
}

/** Creates the failure of a call that is not sent. */
function createUnsentFailure(breaker: Breaker, correlationId: string): AcqFailure {
  const retryAfter = breaker.getRetryAfterSeconds();
  return {
    kind: "network",
    status: 503,
    correlationId,
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

interface BreakerCheck {
  allowsCall(isOptional?: boolean): boolean;
  isTrial(): boolean;
  /**
   * Counts a failed call to acq in the circuit breaker.
   *
   * @param hasDisconnected - true if the visitor has disconnected: the failure then counts only if the call was a trial
   * @param retryAfter - the seconds that acq asked the client to wait
   */
  recordFailure(hasDisconnected: boolean, retryAfter?: number): void;
}

/**
 * Decides whether one request of a visitor may call acq. While acq fails, the circuit breaker selects single requests
 * as trials. A trial request may send all its calls, until one call fails.
 */
function createBreakerCheck(breaker: Breaker): BreakerCheck {
  let isTrial = false;
  return {
    isTrial: () => isTrial,
    allowsCall(isOptional = false) {
      if (!breaker.isOpen()) return true;
      isTrial ||= !isOptional && breaker.allowsCall();
      return isTrial && !isOptional;
    },
    recordFailure(hasDisconnected, retryAfter) {
      if (!isTrial && hasDisconnected) return;
      isTrial = false;
      breaker.recordFailure(retryAfter);
    },
  };
}

/** Returns a function that makes one attempt of a call, without retries. */
function createAttemptSender(settings: AcqSettings, caller: AcqCaller, breakerCheck: BreakerCheck) {
  const { breaker, instrumentation } = settings;

  async function sendAttempt<Data, Result, Variables extends Record<string, unknown>>(
    { variables, responseSchema, idempotencyKey, isOptional = false }: AcqCall<Data, Result, Variables>,
    { client, query }: OperationClient,
    { correlationId, signal, headers }: { correlationId: string; signal: AbortSignal; headers: object },
  ): Promise<CallAttemptResult<Data>> {
    try {
      const data = await client.request<unknown, Record<string, unknown>>({
        document: query,
        variables,
        signal,
        requestHeaders: { ...createRequestHeaders(caller, correlationId, idempotencyKey), ...headers },
      });
      breaker.recordResponse();
      const result = responseSchema.safeParse(data);
      if (result.success) return { ok: true, data: result.data, correlationId };
      return { ok: false, failure: { kind: "network", status: 200, correlationId }, hasResponse: true };
    } catch (error) {
      const failedAttempt = classifyFailure(error, signal.aborted, correlationId);
      if (failedAttempt.hasResponse) breaker.recordResponse();
      else if (failedAttempt.hasResponse === false && !isOptional) {
        const retryAfter =
          failedAttempt.failure.kind === "network" ? failedAttempt.failure.retryAfter : undefined;
        breakerCheck.recordFailure(caller.signal?.aborted === true, retryAfter);
      }
      return { ok: false, ...failedAttempt, ...(error instanceof NoResponseError && { error: error.cause }) };
    }
  }

  return async <Data, Result, Variables extends Record<string, unknown>>(
    call: AcqCall<Data, Result, Variables>,
    operationClient: OperationClient,
    signal: AbortSignal,
  ): Promise<CallAttemptResult<Data>> => {
    const correlationId = createCorrelationId();
    const attemptRecorder = instrumentation?.beginAttempt(operationClient.operation, correlationId);
    const headers = attemptRecorder?.headers ?? {};
    const attemptResult = await sendAttempt(call, operationClient, { correlationId, signal, headers });
    attemptRecorder?.end(getCallOutcome(attemptResult, caller));
    return attemptResult;
  };
}

function getCallOutcome(result: CallAttemptResult<unknown>, caller: AcqCaller): CallOutcome {
  if (result.ok) return "ok";
  return caller.signal?.aborted === true ? "gone" : result.failure.kind;
}

const failureLogTexts = {
  timeout: "acq: Timeout exceeded",
  network: "acq: network error",
  graphql: "acq: graphql error",
  breaker: "acq: not called, because its calls fail (circuit breaker open)",
  busy: "acq: not called, because too many calls are open",
};

/** Returns an id for one attempt (docs/develop/acq-protocol.md#requests). */
function createCorrelationId(): string {
  return `acq-frontend-${uuid()}`;
}
