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
 * thousands of times a second, and pino would take a tenth of that time. Values need no escaping, because each is a
 * number or consists of letters, digits, spaces and harmless characters.
 */
export function createRequestLogWriter(
  minLevel: string,
): (outcome: RequestOutcome, record: RequestRecord) => void {
  const { values: levelValues } = pino.levels;
  const minLevelValue = minLevel === "silent" ? Infinity : (levelValues[minLevel] ?? 0);
  const destination = createLogDestination();
  const formatNow = createNowFormatter();

  return (outcome, record) => {
    const level = levelValues[outcome.level] ?? 0;
    if (level < minLevelValue) return;
    let line = `{"level":${level},"time":"${formatNow()}"`;
    if (outcome.method) line += `,"method":"${outcome.method}"`;
    line += `,"route":"${outcome.route}","status":${outcome.status}`;
    if (outcome.durationMs !== undefined) line += `,"durationMs":${roundMs(outcome.durationMs)}`;
    line += `,"correlationId":"${record.correlationId}"`;
    if (record.sessionHash !== undefined) line += `,"session":"${record.sessionHash}"`;
    if (record.locale !== undefined) line += `,"locale":"${record.locale}"`;
    line += `,"cache":"${record.cache}"`;
    if (record.acqMs !== undefined) line += `,"acqMs":${roundMs(record.acqMs)}`;
    if (record.refusal !== undefined) line += `,"refusal":"${record.refusal}"`;
    if (outcome.hasDisconnected) line += `,"gone":true`;
    if (record.trace) line += `,"traceId":"${record.trace.traceId}"`;
    destination.write(`${line},"msg":"request"}\n`);
  };
}

function roundMs(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** Returns a function that returns the current time in ISO 8601. The time is formatted at most once per millisecond. */
function createNowFormatter(): () => string {
  let formattedMs = 0;
  let formattedText = "";
  return () => {
    const now = Date.now();
    if (now !== formattedMs) {
      formattedMs = now;
      formattedText = new Date(now).toISOString();
    }
    return formattedText;
  };
}

interface AccessLogOptions {
  writeRequestLine: (outcome: RequestOutcome, record: RequestRecord) => void;
  metrics: Metrics;
  /** Routes of health probes, which are logged at level debug. */
  probeRoutes: ReadonlySet<string>;
  /**
   * Routes of event streams. Their duration is not measured, since it depends on how long the visitor stays on the
   * page.
   */
  streamRoutes: ReadonlySet<string>;
  tracing: Tracing | undefined;
}

/** The status that nginx logs for a client that disconnected before the response. */
const disconnectedStatus = 499;
export interface AccessLog {
  /** @param route - the pattern of the requested path */
  begin: (req: IncomingMessage, res: ServerResponse, route: string) => RequestRecord;
  /** Logs a request that the HTTP parser has rejected, nearly always before a request handler was called. */
  recordParserError: (socket: Duplex, method: string | undefined, status: number) => void;
}

/**
 * Creates the access log. It writes the log line, metrics and trace of each request when the response is complete. All
 * three contain the pattern of the URL, and nothing of query, body, cookies or referrer.
 */
export function createAccessLog({
  writeRequestLine,
  metrics,
  probeRoutes,
  streamRoutes,
  tracing,
}: AccessLogOptions): AccessLog {
  function logRequest(
    record: RequestRecord,
    route: string,
    method: string,
    status: number,
    hasDisconnected: boolean,
  ): void {
    const durationMs = performance.now() - record.startedAt;
    metrics.countRequest(route, method, status, streamRoutes.has(route) ? undefined : durationMs / 1000);
    record.trace?.end({
      method,
      route,
      status,
      correlationId: record.correlationId,
      hasDisconnected,
    });
    const normalLevel = probeRoutes.has(route) ? "debug" : "info";
    const level = status >= 500 ? "warn" : normalLevel;
    writeRequestLine({ level, method, route, status, durationMs, hasDisconnected }, record);
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
      writeRequestLine(outcome, Object.assign(createRequestRecord(outcome.route), { refusal: "no HTTP" }));
    },
  };
}
