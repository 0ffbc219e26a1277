import { v4 as uuid } from "uuid";
import type { RequestTrace } from "./traces.server";

/** The facts of a request that its parts collect; its line in the log is made of them in the end. */
export interface RequestRecord {
  /** By the clock of performance.now(). */
  began: number;
  /** The request's own; each attempt at acq has another one, whose lines name this one as `requestId`. */
  correlationId: string;
  /** Whether the page was there already, whole or but for the values of its slots. */
  cache: "hit" | "miss" | "template" | "none";
  /** The pattern of its address; undefined where nobody listens. */
  route: string | undefined;
  method?: string;
  /** A hash of X-Session-Id: the id itself opens forms to who sends neither Origin nor Sec-Fetch-Site. */
  session?: string;
  locale?: string;
  /** Of all its calls to acq together; undefined where none was made. */
  acqMs?: number;
  /** Why the guard refused it, in its own words. */
  refusal?: string;
  /** The status that Node's parser answered in the middle of it; undefined where we did. */
  parserStatus?: number;
  trace?: RequestTrace | undefined;
}

/** As far as the log and reports name a request. */
export type NamedRequest = Pick<RequestRecord, "correlationId" | "route" | "method">;

/** @param route undefined where nobody listens */
export function newRequestRecord(route?: string): RequestRecord {
  const correlationId = `acq-frontend-${uuid()}`;
  return { began: performance.now(), correlationId, cache: "none", route };
}
