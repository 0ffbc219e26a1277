import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Figures } from "./figures";
import type { RequestEnd } from "./request-line.server";
import { newTale, type Tale } from "./tale.server";
import type { Tracing } from "./traces";

interface Listeners {
  write: (end: RequestEnd, tale: Tale) => void;
  figures: Figures;
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
interface RequestTeller {
  /** At the very beginning: Express writes another address into its request. */
  begin: (req: IncomingMessage, res: ServerResponse) => Tale;
  /** What Node's parser refused: nearly always before there was a request that could be told of. */
  unparsed: (socket: Duplex, method: string | undefined, status: number) => void;
}

/**
 * What is told of each request when it is over, once: its line in the log, its figures, its trace. Of its address only
 * the pattern; nothing of query, body, cookies or where it came from.
 */
export function requestTeller({
  write,
  figures,
  routeOf,
  probes,
  streams,
  tracing,
}: Listeners): RequestTeller {
  function tell(tale: Tale, route: string, method: string, status: number, gone: boolean): void {
    const durationMs = performance.now() - tale.began;
    figures.request(route, method, status, streams.has(route) ? undefined : durationMs / 1000);
    tale.trace?.end({ method, route, status, correlationId: tale.correlationId, gone });
    const quiet = probes.has(route) ? "debug" : "info";
    const level = status >= 500 ? "warn" : quiet;
    write({ level, method, route, status, durationMs, gone }, tale);
  }

  /** Requests with a body, which may turn out to be no HTTP while it is read. */
  const withBody = new WeakMap<Duplex, Tale>();

  return {
    begin(req, res) {
      const { method = "", url = "" } = req;
      const route = routeOf(url);
      const tale: Tale = { ...newTale(route), method };
      if (tracing) tale.trace = tracing.begin(req.headers);
      if (method === "POST") withBody.set(req.socket, tale);
      res.once("close", () => {
        if (method === "POST") withBody.delete(req.socket);
        const status = res.headersSent ? res.statusCode : (tale.parserStatus ?? goneStatus);
        if (res.writableFinished) tell(tale, route, method, status, false);
        // A call to acq that waited for its answer ends in the same moment, and says how long it took.
        else setImmediate(tell, tale, route, method, status, tale.parserStatus === undefined);
      });
      return tale;
    },
    unparsed(socket, method, status) {
      const begun = withBody.get(socket);
      if (begun) {
        Object.assign(begun, { refusal: "no HTTP", parserStatus: status });
        return;
      }
      const end = { level: "info", method, route: "*", status, durationMs: undefined, gone: false } as const;
      figures.request(end.route, method ?? "", status, undefined);
      write(end, Object.assign(newTale(end.route), { refusal: "no HTTP" }));
    },
  };
}
