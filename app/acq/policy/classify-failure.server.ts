import * as z from "zod";
import { ClientError } from "graphql-request";
import type { AcqFailure } from "~/acq/results";

/** The HTTP statuses after which a call to acq is retried (docs/develop/acq-protocol.md#deadline-and-repetition). */
const retryableStatuses = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const maxRetryDelayMs = 5000;
/**
 * The longest Retry-After of acq that is shown to visitors, in seconds. Without this limit, a wrong value from acq
 * could keep visitors away for days.
 */
const maxRetryAfterSeconds = 3600;

/** Returns true for a status after which a retry may help. */
export function isRetryableStatus(status: number): boolean {
  return retryableStatuses.has(status);
}

/**
 * Returns the milliseconds to wait before a retry; undefined if the call must not be retried
 * (docs/develop/acq-protocol.md#deadline-and-repetition).
 *
 * @param status - null for a failed connection
 * @param retryAfterHeader - the header: seconds or an HTTP date (RFC 9110, section 10.2.3)
 * @param now - milliseconds since 1970
 */
export function computeRetryDelayMs(
  status: number | null,
  retryAfterHeader: string | null,
  now = Date.now(),
): number | undefined {
  if (status !== null && !isRetryableStatus(status)) return undefined;
  const retryDelayMs = parseRetryAfterMs(retryAfterHeader ?? "", now);
  // Adds randomness to the delay, so that calls that failed together are not retried together.
  if (retryDelayMs === undefined) return 100 + Math.random() * 200;
  return retryDelayMs <= maxRetryDelayMs ? retryDelayMs : undefined;
}

/**
 * Returns the seconds of a Retry-After header, rounded up. The result is at most `maxRetryAfterSeconds`, because
 * visitors see it.
 */
function readRetryAfterSeconds(retryAfterHeader: string | null): number | undefined {
  const retryDelayMs = parseRetryAfterMs(retryAfterHeader ?? "", Date.now());
  return retryDelayMs === undefined
    ? undefined
    : Math.min(Math.max(Math.ceil(retryDelayMs / 1000), 1), maxRetryAfterSeconds);
}

function parseRetryAfterMs(retryAfterHeader: string, now: number): number | undefined {
  if (/^\d+$/.test(retryAfterHeader)) return Number(retryAfterHeader) * 1000;
  const dateMs = retryAfterHeader.endsWith(" GMT") ? Date.parse(retryAfterHeader) : Number.NaN;
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - now);
}

/** Thrown if acq gave no response: the connection failed (status null), or the response is not a GraphQL result. */
export class NoResponseError extends Error {
  constructor(
    readonly status: number | null,
    readonly retryAfterHeader: string | null = null,
    cause?: unknown,
  ) {
    super("acq gave no response", { cause });
  }
}

export interface FailedAttempt {
  failure: AcqFailure;
  /** Milliseconds until the attempt may be retried; undefined if it must not be retried. */
  retryInMs?: number | undefined;
  /** True if acq received the request and refused it; false if acq failed; undefined if the error shows neither. */
  hasResponse: boolean | undefined;
}

/**
 * Classifies the error of a failed attempt. A GraphQL error or a 4xx status means that acq refused the request.
 *
 * @param isDeadlineOver - true if the deadline of the call has passed
 */
export function classifyFailure(
  error: unknown,
  isDeadlineOver: boolean,
  correlationId: string,
): FailedAttempt {
  if (isDeadlineOver) return { failure: { kind: "timeout", status: 408, correlationId }, hasResponse: false };
  if (error instanceof NoResponseError)
    return createNoResponseFailure(error.status, error.retryAfterHeader, correlationId);
  // Any other error means that the response was invalid JSON, or JSON that is not a GraphQL result.
  if (!(error instanceof ClientError)) return createNoResponseFailure(200, null, correlationId);

  const { status, headers, errors } = error.response;
  const errorsResult = graphqlErrorsSchema.safeParse(errors);
  if (!errorsResult.success)
    return createNoResponseFailure(status, headers.get("Retry-After"), correlationId);
  const errorCodes = errorsResult.data.map(({ extensions }) => extensions?.code ?? "UNKNOWN");
  return { failure: { kind: "graphql", errorCodes, correlationId }, hasResponse: true };
}

function createNoResponseFailure(
  status: number | null,
  retryAfterHeader: string | null,
  correlationId: string,
): FailedAttempt {
  const retryAfter = readRetryAfterSeconds(retryAfterHeader);
  return {
    failure: { kind: "network", status, correlationId, ...(retryAfter !== undefined && { retryAfter }) },
    retryInMs: computeRetryDelayMs(status, retryAfterHeader),
    hasResponse: status !== null && badRequestStatuses.has(status) ? undefined : isClientErrorStatus(status),
  };
}

/**
 * HTTP statuses for an invalid or too large request. They do not prove that acq has answered, because a proxy in front
 * of acq may send them too.
 */
const badRequestStatuses = new Set([400, 413, 414, 431]);

function isClientErrorStatus(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500;
}

/**
 * The parts of GraphQL errors that the acq client uses. The client ignores error messages, because acq is free to
 * change their text (GraphQL, section 7.1.2).
 */
const graphqlErrorsSchema = z.array(
  z.object({
    extensions: z
      .object({ code: z.string().catch("UNKNOWN") })
      .nullish()
      .catch(null),
  }),
);

/**
 * The codes of GraphQL errors that may be logged. Any other code is logged as UNKNOWN, because acq may put any text in
 * it.
 */
const loggedErrorCodes = new Set([
  "BAD_USER_INPUT",
  "FORBIDDEN",
  "IDEMPOTENCY_KEY_REUSED",
  "NOT_FOUND",
  "UNAUTHENTICATED",
  "GRAPHQL_VALIDATION_FAILED",
  "GRAPHQL_PARSE_FAILED",
  "INTERNAL_SERVER_ERROR",
]);

/**
 * Returns the error code to log: the code of acq's refusal or of a failed connection, such as ECONNREFUSED. Returns
 * undefined for a timeout.
 */
export function readLoggedErrorCode(failure: AcqFailure, error: unknown): string | undefined {
  if (failure.kind === "graphql")
    return failure.errorCodes.find((errorCode) => loggedErrorCodes.has(errorCode)) ?? "UNKNOWN";
  if (failure.kind === "timeout") return undefined;
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return undefined;
  return /^[A-Z][A-Z_]{2,60}$/.test(error.code) ? error.code : undefined;
}
