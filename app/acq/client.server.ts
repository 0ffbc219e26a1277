import type { TadaDocumentNode } from "gql.tada";
import { ClientError, GraphQLClient } from "graphql-request";
import { v4 as uuid } from "uuid";
import { z } from "zod";
import type { AcqAnswer, AcqFailure } from "./failure";

export interface AcqSettings {
  url: string;
  /** For one call, in milliseconds (spec.md, section 9: 30000). */
  timeoutMs: number;
  log: { warn(facts: object, text: string): void };
}

/** Who asks: what every call to acq says about the visitor's request (contract.md, section 10). */
export interface AcqCaller {
  sessionId: string;
  /** The page's path without its query. */
  sourcePage: string;
  clientAddress: string;
  acceptLanguage: string | undefined;
  /** The Authorization header's value; absent for a visitor without a token. */
  authorization: string | undefined;
  /** Aborted when the browser goes away: the call ends with it. */
  signal: AbortSignal | undefined;
  /** X-Demo-Country, which the embedded acq alone understands. */
  demoCountry: string | undefined;
}

export interface AcqCall<Data, Result, Variables> {
  document: TadaDocumentNode<Result, Variables>;
  variables: Variables;
  /** What the answer must look like; anything else counts as no answer. */
  answer: z.ZodType<Data>;
  /** The same for a repetition of the same mutation. */
  idempotencyKey?: string;
}

export interface Acq {
  ask<Data, Result, Variables extends Record<string, unknown>>(
    call: AcqCall<Data, Result, Variables>,
  ): Promise<AcqAnswer<Data>>;
}

/** The one way to acq, bound to one request of one visitor. Never throws: failures are values. */
export function createAcq(settings: AcqSettings, caller: AcqCaller): Acq {
  const client = new GraphQLClient(settings.url, {
    fetch: (input, init) => fetch(input, { ...init, redirect: "error" }),
  });

  return {
    async ask({ document, variables, answer, idempotencyKey }) {
      const correlationId = `acq-frontend-${uuid()}`;
      const deadline = AbortSignal.timeout(settings.timeoutMs);
      const signal = caller.signal ? AbortSignal.any([caller.signal, deadline]) : deadline;
      try {
        const data = await client.request<unknown, Record<string, unknown>>({
          document,
          variables,
          signal,
          requestHeaders: headersOf(caller, correlationId, idempotencyKey),
        });
        const parsed = answer.safeParse(data);
        if (parsed.success) return { ok: true, data: parsed.data };
        return refused({ kind: "network", status: 200, correlationId });
      } catch (error) {
        return refused(failureOf(error, deadline, correlationId));
      }
    },
  };

  function refused(failure: AcqFailure): { ok: false; failure: AcqFailure } {
    settings.log.warn(
      failure,
      failure.kind === "timeout" ? "acq: Timeout exceeded" : `acq: ${failure.kind} error`,
    );
    return { ok: false, failure };
  }
}

function headersOf(
  caller: AcqCaller,
  correlationId: string,
  idempotencyKey: string | undefined,
): Record<string, string> {
  return {
    "X-Correlation-Id": correlationId,
    "X-Session-Id": caller.sessionId,
    "X-Source-Page": encodeURI(caller.sourcePage),
    "X-Forwarded-For": caller.clientAddress,
    ...(caller.acceptLanguage && { "Accept-Language": caller.acceptLanguage }),
    ...(caller.authorization && { Authorization: caller.authorization }),
    ...(caller.demoCountry && { "X-Demo-Country": caller.demoCountry }),
    ...(idempotencyKey && { "Idempotency-Key": idempotencyKey }),
  };
}

function failureOf(error: unknown, deadline: AbortSignal, correlationId: string): AcqFailure {
  if (deadline.aborted) return { kind: "timeout", status: 408, correlationId };
  if (!(error instanceof ClientError)) return { kind: "network", status: null, correlationId };
  const { status } = error.response;
  const errors = errorsAnswer.safeParse(error.response.errors);
  if (!errors.success) return { kind: "network", status, correlationId };
  const codes = errors.data.map(({ extensions }) => extensions?.code ?? "UNKNOWN");
  return { kind: "graphql", codes, correlationId };
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
