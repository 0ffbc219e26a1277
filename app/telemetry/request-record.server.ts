import { v4 as uuid } from "uuid";
import type { RequestTrace } from "./traces.server";

/** The data that the parts of a request collect for its log line. */
export interface RequestRecord {
  /** In milliseconds, by performance.now(). */
  startedAt: number;
  /**
   * The id of the request. Each attempt at acq has an id of its own, and its log lines name this one as `requestId`.
   */
  correlationId: string;
  /** `hit`: a cached page. `template`: a page from a template. */
  cache: "hit" | "miss" | "template" | "none";
  /** The pattern of the address; undefined if the request is not logged. */
  route: string | undefined;
  method?: string;
  /** A hash of X-Session-Id: the id itself would let its reader send forms without Origin and Sec-Fetch-Site. */
  session?: string;
  locale?: string;
  /** The total duration of the calls to acq, in milliseconds; undefined without any. */
  acqMs?: number;
  /** The reason for the guard's refusal. */
  refusal?: string;
  /** The status of the HTTP parser's answer within the request; undefined otherwise. */
  parserStatus?: number;
  trace?: RequestTrace | undefined;
}

/** The parts that identify a request in log and reports. */
export type NamedRequest = Pick<RequestRecord, "correlationId" | "route" | "method">;

/** @param route - undefined if the request is not logged */
export function newRequestRecord(route?: string): RequestRecord {
  const correlationId = `acq-frontend-${uuid()}`;
  return { startedAt: performance.now(), correlationId, cache: "none", route };
}
