import * as z from "zod";
import { ClientError } from "graphql-request";
import type { AcqFailure } from "~/acq/answers";

/** docs/develop/acq-protocol.md#deadline-and-repetition. */
const repeatedStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const maxWaitMs = 5000;
/** The longest Retry-After that visitors see, in seconds: a wrong value would send them away for days. */
const maxRetryAfter = 3600;

/** Returns true for a status after which a repetition may help. */
export function isRepeatable(status: number): boolean {
  return repeatedStatuses.has(status);
}

/**
 * Returns the milliseconds to wait before a repetition; undefined if the attempt must not be repeated
 * (docs/develop/acq-protocol.md#deadline-and-repetition).
 *
 * @param status - null for a failed connection
 * @param retryAfter - the header: seconds or an HTTP date (RFC 9110, section 10.2.3)
 * @param now - milliseconds since 1970
 */
export function waitBeforeRepetition(
  status: number | null,
  retryAfter: string | null,
  now = Date.now(),
): number | undefined {
  if (status !== null && !isRepeatable(status)) return undefined;
  const waitMs = parseRetryAfter(retryAfter ?? "", now);
  // Callers that failed together must not repeat together.
  if (waitMs === undefined) return 100 + Math.random() * 200;
  return waitMs <= maxWaitMs ? waitMs : undefined;
}

/** Returns the whole seconds of a Retry-After header for visitors. */
function readRetryAfter(retryAfter: string | null): number | undefined {
  const waitMs = parseRetryAfter(retryAfter ?? "", Date.now());
  return waitMs === undefined ? undefined : Math.min(Math.max(Math.ceil(waitMs / 1000), 1), maxRetryAfter);
}

function parseRetryAfter(retryAfter: string, now: number): number | undefined {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const date = retryAfter.endsWith(" GMT") ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** There is no answer: the connection failed (status null), or the response is not a result of GraphQL. */
export class Unanswered extends Error {
  constructor(
    readonly status: number | null,
    readonly retryAfter: string | null = null,
    cause?: unknown,
  ) {
    super("acq gave no answer", { cause });
  }
}

export interface FailedAttempt {
  failure: AcqFailure;
  /** Milliseconds until it may be repeated; undefined if it must not be. */
  repeatInMs?: number | undefined;
  /** True if acq received the request and refused it; false if acq failed; undefined if neither is known. */
  isAnswered: boolean | undefined;
}

/**
 * Returns what an attempt that threw means for acq. A GraphQL error is an answer with any status, and so is a 4xx.
 *
 * @param isLate - true if the deadline of the call has passed
 */
export function judgeFailure(error: unknown, isLate: boolean, correlationId: string): FailedAttempt {
  if (isLate) return { failure: { kind: "timeout", status: 408, correlationId }, isAnswered: false };
  if (error instanceof Unanswered)
    return createUnansweredFailure(error.status, error.retryAfter, correlationId);
  // Invalid JSON, or JSON that is not a result of GraphQL.
  if (!(error instanceof ClientError)) return createUnansweredFailure(200, null, correlationId);

  const { status, headers, errors } = error.response;
  const result = errorsAnswer.safeParse(errors);
  if (!result.success) return createUnansweredFailure(status, headers.get("Retry-After"), correlationId);
  const codes = result.data.map(({ extensions }) => extensions?.code ?? "UNKNOWN");
  return { failure: { kind: "graphql", codes, correlationId }, isAnswered: true };
}

function createUnansweredFailure(
  status: number | null,
  header: string | null,
  correlationId: string,
): FailedAttempt {
  const retryAfter = readRetryAfter(header);
  return {
    failure: { kind: "network", status, correlationId, ...(retryAfter !== undefined && { retryAfter }) },
    repeatInMs: waitBeforeRepetition(status, header),
    isAnswered: status !== null && requestStatuses.has(status) ? undefined : isRefusal(status),
  };
}

/** Statuses that a proxy may give to a request that its visitor made too large. */
const requestStatuses = new Set([400, 413, 414, 431]);

function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500;
}

/** The parts of GraphQL errors that are read. Their texts are acq's own (GraphQL, section 7.1.2). */
const errorsAnswer = z.array(
  z.object({
    extensions: z
      .object({ code: z.string().catch("UNKNOWN") })
      .nullish()
      .catch(null),
  }),
);
