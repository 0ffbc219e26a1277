import { setTimeout } from "node:timers/promises";
import type { TadaDocumentNode } from "gql.tada";
import { getOperationAST } from "graphql";
import { GraphQLClient } from "graphql-request";
import { v4 as uuid } from "uuid";
import type { z } from "zod";
import type { Breaker } from "./breaker.server";
import type { AcqAnswer, AcqFailure } from "./failure";
import { fetchAnswer } from "./fetch-answer.server";
import { judgeFailure, type FailedAttempt } from "./judge-failure.server";
import { requestHeaders, type AcqCaller } from "./request-headers.server";

export interface AcqSettings {
  url: string;
  /** For one call, its repetition included, in milliseconds (spec.md, section 9: 30000). */
  timeoutMs: number;
  /** Shared by all requests of the process. */
  breaker: Breaker;
  log: { warn(facts: object, text: string): void };
  /** Lets the milliseconds before a repetition pass, unless the signal ends them. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
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

type Attempt<Data> = { ok: true; data: Data } | ({ ok: false } & FailedAttempt);

/**
 * The one way to acq, bound to one request of one visitor: one deadline for a call, which is repeated once at
 * the most (contract.md, section 10). Never throws: failures are values.
 */
export function createAcq(settings: AcqSettings, caller: AcqCaller): Acq {
  const { breaker, timeoutMs } = settings;
  const wait = settings.wait ?? ((ms, signal) => setTimeout(ms, undefined, { signal }));
  const client = new GraphQLClient(settings.url, { fetch: fetchAnswer });
  const isGone = () => caller.signal?.aborted === true;

  return {
    async ask(call) {
      const begun = performance.now();
      const passedMs = () => Math.round(performance.now() - begun);
      const operation = getOperationAST(call.document)?.name?.value;
      if (!breaker.admits()) {
        const failure = { kind: "network", status: 503, correlationId: newCorrelationId() } as const;
        report(failure, { operation, attempts: 0, milliseconds: 0 });
        return { ok: false, failure };
      }

      const deadline = AbortSignal.timeout(timeoutMs);
      const end = caller.signal ? AbortSignal.any([caller.signal, deadline]) : deadline;
      let attempts = 1;
      let last = await attempt(call, end);
      if (!last.ok && last.repeatInMs !== undefined && last.repeatInMs < timeoutMs - passedMs()) {
        await wait(last.repeatInMs, end).catch(() => undefined);
        if (!isGone() && breaker.admits()) {
          attempts = 2;
          last = await attempt(call, end);
        }
      }
      if (last.ok) return last;
      // A visitor who leaves says nothing about acq, and nobody reads this answer.
      if (!isGone()) report(last.failure, { operation, attempts, milliseconds: passedMs() });
      return { ok: false, failure: last.failure };
    },
  };

  async function attempt<Data, Result, Variables extends Record<string, unknown>>(
    { document, variables, answer, idempotencyKey }: AcqCall<Data, Result, Variables>,
    signal: AbortSignal,
  ): Promise<Attempt<Data>> {
    const correlationId = newCorrelationId();
    try {
      const data = await client.request<unknown, Record<string, unknown>>({
        document,
        variables,
        signal,
        requestHeaders: requestHeaders(caller, correlationId, idempotencyKey),
      });
      breaker.answered();
      const parsed = answer.safeParse(data);
      if (parsed.success) return { ok: true, data: parsed.data };
      return { ok: false, failure: { kind: "network", status: 200, correlationId }, isAnswered: true };
    } catch (error) {
      const failed = judgeFailure(error, signal.aborted, correlationId);
      if (failed.isAnswered) breaker.answered();
      else if (!isGone()) breaker.failed();
      return { ok: false, ...failed };
    }
  }

  function report(failure: AcqFailure, facts: object): void {
    const { kind, correlationId } = failure;
    const status = "status" in failure ? failure.status : undefined;
    const text = kind === "timeout" ? "acq: Timeout exceeded" : `acq: ${kind} error`;
    settings.log.warn({ kind, status, correlationId, ...facts }, text);
  }
}

function newCorrelationId(): string {
  return `acq-frontend-${uuid()}`;
}
