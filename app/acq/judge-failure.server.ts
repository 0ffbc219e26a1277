import { ClientError } from "graphql-request";
import * as z from "zod";
import type { AcqFailure } from "./failure";
import { Unanswered } from "./fetch-answer.server";
import { waitBeforeRepetition } from "./repetition.server";

export interface FailedAttempt {
  failure: AcqFailure;
  /** Milliseconds after which it may be repeated; undefined when it must not be. */
  repeatInMs?: number | undefined;
  /** acq took the request and refused it: it is not acq that fails. Undefined: it says nothing of acq. */
  isAnswered: boolean | undefined;
}

/**
 * What an attempt that threw says of acq. An error of GraphQL's is an answer, whatever its status; so is a 4xx.
 *
 * @param isLate whether the deadline of the call has passed
 */
export function judgeFailure(error: unknown, isLate: boolean, correlationId: string): FailedAttempt {
  if (isLate) return { failure: { kind: "timeout", status: 408, correlationId }, isAnswered: false };
  if (error instanceof Unanswered) return unanswered(error.status, error.retryAfter, correlationId);
  // What says it is JSON and is not, or is no result of GraphQL's.
  if (!(error instanceof ClientError)) return unanswered(200, null, correlationId);

  const { status, headers, errors } = error.response;
  const parsed = errorsAnswer.safeParse(errors);
  if (!parsed.success) return unanswered(status, headers.get("Retry-After"), correlationId);
  const codes = parsed.data.map(({ extensions }) => extensions?.code ?? "UNKNOWN");
  return { failure: { kind: "graphql", codes, correlationId }, isAnswered: true };
}

function unanswered(status: number | null, retryAfter: string | null, correlationId: string): FailedAttempt {
  return {
    failure: { kind: "network", status, correlationId },
    repeatInMs: waitBeforeRepetition(status, retryAfter),
    isAnswered: status !== null && ofRequest.has(status) ? undefined : isRefusal(status),
  };
}

/** What something on the way may say of a request that its visitor has made too large. */
const ofRequest = new Set([400, 413, 414, 431]);

function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500;
}

/** As much of GraphQL's errors as counts; their texts are acq's own (GraphQL, section 7.1.2). */
const errorsAnswer = z.array(
  z.object({
    extensions: z
      .object({ code: z.string().catch("UNKNOWN") })
      .nullish()
      .catch(null),
  }),
);
