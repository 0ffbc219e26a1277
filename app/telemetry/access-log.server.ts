import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Metrics } from "./metrics";
import type { RequestEnd } from "./access-log-line.server";
import { newRequestRecord, type RequestRecord } from "./request-record.server";
import type { Tracing } from "./traces";

interface Listeners {
  write: (end: RequestEnd, record: RequestRecord) => void;
  metrics: Metrics;
  /** The pattern of an address, one of few. */
  routeOf: (url: string) => string;
  /** Routes that machines ask every few seconds. */
  probes: ReadonlySet<string>;
  /** Routes that are open as long as somebody looks on: their time says nothing of ours. */
  streams: ReadonlySet<string>;
  tracing: Tracing | undefined;
}

/** A client that went away before it had an answer: nginx's own number for it. */
const goneStatus = 499;
interface AccessLog {
  /** At the very beginning: Express writes another address into its request. */
  begin: (req: IncomingMessage, res: ServerResponse) => RequestRecord;
  /** What Node's parser refused: nearly always before there was a request that could be told of. */
  unparsed: (socket: Duplex, method: string | undefined, status: number) => void;
}

/**
 * What is told of each request when it is over, once: its line in the log, its metrics, its trace. Of its address only
 * the pattern; nothing of query, body, cookies or where it came from.
 */
export function accessLog({ write, metrics, routeOf, probes, streams, tracing }: Listeners): AccessLog {
  function tell(record: RequestRecord, route: string, method: string, status: number, gone: boolean): void {
    const durationMs = performance.now() - record.began;
    metrics.request(route, method, status, streams.has(route) ? undefined : durationMs / 1000);
    record.trace?.end({ method, route, status, correlationId: record.correlationId, gone });
    const quiet = probes.has(route) ? "debug" : "info";
    const level = status >= 500 ? "warn" : quiet;
    write({ level, method, route, status, durationMs, gone }, record);
  }

  /** Requests with a body, which may turn out to be no HTTP while it is read. */
  const withBody = new WeakMap<Duplex, RequestRecord>();

  return {
    begin(req, res) {
      const { method = "", url = "" } = req;
      const route = routeOf(url);
      const record: RequestRecord = { ...newRequestRecord(route), method };
      if (tracing) record.trace = tracing.begin(req.headers);
      if (method === "POST") withBody.set(req.socket, record);
      res.once("close", () => {
        if (method === "POST") withBody.delete(req.socket);
        const status = res.headersSent ? res.statusCode : (record.parserStatus ?? goneStatus);
        if (res.writableFinished) tell(record, route, method, status, false);
        // A call to acq that waited for its answer ends in the same moment, and says how long it took.
        else setImmediate(tell, record, route, method, status, record.parserStatus === undefined);
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
