import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Metrics } from "./metrics";
import { newRequestRecord, type RequestRecord } from "./request-record.server";
import type { Tracing } from "./traces.server";
import pino from "pino";
import { logDestination } from "./destination.server";

/** How a request ended; with its record it is all that is told of it, and none of it is a word of its sender's. */
interface RequestEnd {
  level: "debug" | "info" | "warn";
  method: string | undefined;
  route: string;
  status: number;
  /** Undefined where it never began. */
  durationMs: number | undefined;
  gone: boolean;
}

/**
 * Writes the lines of requests as pino would, and by hand: thousands of pages a second come from the cache, and pino
 * would take a tenth of their time. Nothing is escaped, since every value is a number or made of letters, digits,
 * spaces and harmless signs.
 */
export function requestLineWriter(leastLevel: string): (end: RequestEnd, record: RequestRecord) => void {
  const { values } = pino.levels;
  const least = leastLevel === "silent" ? Infinity : (values[leastLevel] ?? 0);
  const destination = logDestination();
  const timeNow = clockTexts();

  return (end, record) => {
    const level = values[end.level] ?? 0;
    if (level < least) return;
    let text = `{"level":${level},"time":"${timeNow()}"`;
    if (end.method) text += `,"method":"${end.method}"`;
    text += `,"route":"${end.route}","status":${end.status}`;
    if (end.durationMs !== undefined) text += `,"durationMs":${rounded(end.durationMs)}`;
    text += `,"correlationId":"${record.correlationId}"`;
    if (record.session !== undefined) text += `,"session":"${record.session}"`;
    if (record.locale !== undefined) text += `,"locale":"${record.locale}"`;
    text += `,"cache":"${record.cache}"`;
    if (record.acqMs !== undefined) text += `,"acqMs":${rounded(record.acqMs)}`;
    if (record.refusal !== undefined) text += `,"refusal":"${record.refusal}"`;
    if (end.gone) text += `,"gone":true`;
    if (record.trace) text += `,"traceId":"${record.trace.traceId}"`;
    destination.write(`${text},"msg":"request"}\n`);
  };
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** The present moment in ISO 8601, written once for each millisecond. */
function clockTexts(): () => string {
  let writtenFor = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== writtenFor) {
      writtenFor = now;
      text = new Date(now).toISOString();
    }
    return text;
  };
}

interface Listeners {
  write: (end: RequestEnd, record: RequestRecord) => void;
  metrics: Metrics;
  /** Routes that machines ask every few seconds. */
  probes: ReadonlySet<string>;
  /** Routes that are open as long as somebody looks on: their time says nothing of ours. */
  streams: ReadonlySet<string>;
  tracing: Tracing | undefined;
}

/** A client that went away before it had an answer: nginx's own number for it. */
const goneStatus = 499;
export interface AccessLog {
  /** @param route - the request's, one of few */
  begin: (req: IncomingMessage, res: ServerResponse, route: string) => RequestRecord;
  /** The parser's refusals: nearly always before there was a request to log. */
  unparsed: (socket: Duplex, method: string | undefined, status: number) => void;
}

/**
 * The log's line, the metrics and the trace of each request, once it is over. Of its address only the pattern; nothing
 * of query, body, cookies or where it came from.
 */
export function accessLog({ write, metrics, probes, streams, tracing }: Listeners): AccessLog {
  function logRequest(
    record: RequestRecord,
    route: string,
    method: string,
    status: number,
    gone: boolean,
  ): void {
    const durationMs = performance.now() - record.began;
    metrics.request(route, method, status, streams.has(route) ? undefined : durationMs / 1000);
    record.trace?.end({ method, route, status, correlationId: record.correlationId, gone });
    const quiet = probes.has(route) ? "debug" : "info";
    const level = status >= 500 ? "warn" : quiet;
    write({ level, method, route, status, durationMs, gone }, record);
  }

  /** Requests with a body, which may turn out to be no HTTP while it is read. */
  const withBody = new Map<Duplex, RequestRecord>();

  return {
    begin(req, res, route) {
      const { method = "" } = req;
      const record: RequestRecord = { ...newRequestRecord(route), method };
      if (tracing) record.trace = tracing.begin(req.headers);
      if (method === "POST") withBody.set(req.socket, record);
      res.once("close", () => {
        if (method === "POST") withBody.delete(req.socket);
        const status = res.headersSent ? res.statusCode : (record.parserStatus ?? goneStatus);
        if (res.writableFinished) logRequest(record, route, method, status, false);
        // A call to acq that waited for its answer ends in the same moment, and says how long it took.
        else setImmediate(logRequest, record, route, method, status, record.parserStatus === undefined);
      });
      return record;
    },
    unparsed(socket, method, status) {
      const begun = withBody.get(socket);
      if (begun) {
        Object.assign(begun, { refusal: "no HTTP", parserStatus: status });
        return;
      }
      const end = { level: "info", method, route: "*", status, durationMs: undefined, gone: false } as const;
      metrics.request(end.route, method ?? "", status, undefined);
      write(end, Object.assign(newRequestRecord(end.route), { refusal: "no HTTP" }));
    },
  };
}
