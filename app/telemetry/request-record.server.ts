import { v4 as uuid } from "uuid";
import type { RequestTrace } from "./traces.server";

/** The data about a request that is collected for its log line. */
export interface RequestRecord {
  /** The time when the request began, in milliseconds (performance.now()). */
  startedAt: number;
  /**
   * The id of the request. Each attempt to call acq has an id of its own. The log lines of such an attempt contain the
   * request's id as `requestId`.
   */
  correlationId: string;
  /**
   * How the page cache and the templates served the request. `hit`: from the page cache. `miss`: rendered for the page
   * cache. `template`: from a page template.
   */
  cache: "hit" | "miss" | "template" | "none";
  /** The pattern of the requested URL; undefined if the request is not logged. */
  route: string | undefined;
  method?: string;
  /**
   * A hash of the header X-Session-Id. The session id itself must not be logged, because it proves the sender of a form
   * without Origin and Sec-Fetch-Site.
   */
  sessionHash?: string;
  locale?: string;
  /** The total duration of the calls to acq, in milliseconds; undefined if there were none. */
  acqMs?: number;
  /** The number of acq calls that have not been answered yet. */
  openAcqCalls: number;
  /** The reason why the request was refused. */
  refusal?: string;
  /** The response status if the HTTP parser refused the request while its body arrived; otherwise undefined. */
  parserStatus?: number;
  trace?: RequestTrace | undefined;
}

/** The parts of a record that identify a request in the log and in error reports. */
export type RequestLogFields = Pick<RequestRecord, "correlationId" | "route" | "method">;

/** @param route - undefined if the request is not logged */
export function createRequestRecord(route?: string): RequestRecord {
  const correlationId = `acq-frontend-${uuid()}`;
  return { startedAt: performance.now(), correlationId, cache: "none", openAcqCalls: 0, route };
}
