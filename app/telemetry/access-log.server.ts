import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Metrics } from "./metrics";
import { createRequestRecord, type RequestRecord } from "./request-record.server";
import type { Tracing } from "./traces.server";
import pino from "pino";
import { createLogDestination } from "./destination.server";

/**
 * The outcome of a request. Only the outcome and the request's record are logged; neither contains text of the client.
 */
interface RequestOutcome {
  level: "debug" | "info" | "warn";
  method: string | undefined;
  route: string;
  status: number;
  /** The duration of the request; undefined if the HTTP parser refused the request before its handler was called. */
  durationMs: number | undefined;
  hasDisconnected: boolean;
}

/**
 * Returns a function that writes the log line of a request in pino's format, without pino. Cached pages are served
 * thousands of times a second, and pino would take a tenth of their time. Values are not escaped, since each is a
 * number or consists of letters, digits, spaces and harmless characters.
 */
export function createRequestLineWriter(
  minLevel: string,
): (outcome: RequestOutcome, record: RequestRecord) => void {
  const { values } = pino.levels;
  const minLevelValue = minLevel === "silent" ? Infinity : (values[minLevel] ?? 0);
  const destination = createLogDestination();
  const formatNow = createNowFormatter();

  return (outcome, record) => {
    const level = values[outcome.level] ?? 0;
    if (level < minLevelValue) return;
    let text = `{"level":${level},"time":"${formatNow()}"`;
    if (outcome.method) text += `,"method":"${outcome.method}"`;
    text += `,"route":"${outcome.route}","status":${outcome.status}`;
    if (outcome.durationMs !== undefined) text += `,"durationMs":${roundMs(outcome.durationMs)}`;
    text += `,"correlationId":"${record.correlationId}"`;
    if (record.session !== undefined) text += `,"session":"${record.session}"`;
    if (record.locale !== undefined) text += `,"locale":"${record.locale}"`;
    text += `,"cache":"${record.cache}"`;
    if (record.acqMs !== undefined) text += `,"acqMs":${roundMs(record.acqMs)}`;
    if (record.refusal !== undefined) text += `,"refusal":"${record.refusal}"`;
    if (outcome.hasDisconnected) text += `,"gone":true`;
    if (record.trace) text += `,"traceId":"${record.trace.traceId}"`;
    destination.write(`${text},"msg":"request"}\n`);
  };
}

function roundMs(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** Returns a function that returns the current time in ISO 8601. It formats the time once per millisecond. */
function createNowFormatter(): () => string {
  let formattedMs = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== formattedMs) {
      formattedMs = now;
      text = new Date(now).toISOString();
    }
    return text;
  };
}

interface AccessLogOptions {
  write: (outcome: RequestOutcome, record: RequestRecord) => void;
  metrics: Metrics;
  /** Routes of health probes, which are logged at level debug. */
  probes: ReadonlySet<string>;
  /**
   * Routes of event streams. Their duration is not measured, since it depends on how long the visitor stays on the
   * page.
   */
  streams: ReadonlySet<string>;
  tracing: Tracing | undefined;
}

/** nginx's status for a client that disconnected before the response. */
const disconnectedStatus = 499;
export interface AccessLog {
  /** @param route - the pattern of the requested path */
  begin: (req: IncomingMessage, res: ServerResponse, route: string) => RequestRecord;
  /** Logs a refusal by the HTTP parser, which nearly always occurs before there is a request. */
  recordParserError: (socket: Duplex, method: string | undefined, status: number) => void;
}

/**
 * Creates the access log. It writes the log line, metrics and trace of each request when the response is complete.
 * These contain the pattern of the URL, and nothing of query, body, cookies or referrer.
 */
export function createAccessLog({ write, metrics, probes, streams, tracing }: AccessLogOptions): AccessLog {
  function logRequest(
    record: RequestRecord,
    route: string,
    method: string,
    status: number,
    hasDisconnected: boolean,
  ): void {
    const durationMs = performance.now() - record.startedAt;
    metrics.countRequest(route, method, status, streams.has(route) ? undefined : durationMs / 1000);
    record.trace?.end({
      method,
      route,
      status,
      correlationId: record.correlationId,
      hasDisconnected,
    });
    const normalLevel = probes.has(route) ? "debug" : "info";
    const level = status >= 500 ? "warn" : normalLevel;
    write({ level, method, route, status, durationMs, hasDisconnected }, record);
  }

  /**
   * The records of open requests with a body, by connection. The HTTP parser may still reject such a request while its
   * body arrives.
   */
  const recordBySocket = new Map<Duplex, RequestRecord>();

  return {
    begin(req, res, route) {
      const { method = "" } = req;
      const record: RequestRecord = { ...createRequestRecord(route), method };
      if (tracing) record.trace = tracing.begin(req.headers);
      if (method === "POST") recordBySocket.set(req.socket, record);
      res.once("close", () => {
        if (method === "POST") recordBySocket.delete(req.socket);
        const status = res.headersSent ? res.statusCode : (record.parserStatus ?? disconnectedStatus);
        if (res.writableFinished) logRequest(record, route, method, status, false);
        // Waits for one turn of the event loop, in which open calls to acq are aborted, so that the log line contains
        // their duration.
        else setImmediate(logRequest, record, route, method, status, record.parserStatus === undefined);
      });
      return record;
    },
    recordParserError(socket, method, status) {
      const openRecord = recordBySocket.get(socket);
      if (openRecord) {
        Object.assign(openRecord, { refusal: "no HTTP", parserStatus: status });
        return;
      }
      const outcome = {
        level: "info",
        method,
        route: "*",
        status,
        durationMs: undefined,
        hasDisconnected: false,
      } as const;
      metrics.countRequest(outcome.route, method ?? "", status, undefined);
      write(outcome, Object.assign(createRequestRecord(outcome.route), { refusal: "no HTTP" }));
    },
  };
}
