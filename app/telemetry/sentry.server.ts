import { NodeClient, defaultStackParser, makeNodeTransport } from "@sentry/remix";
import type { ErrorFacts } from "./error-facts";
import type { AllowedFacts, LogMethod } from "./log-facts";
import { limits } from "./paced";
import { reportedEvent, sentParts } from "./reported-event";
import type { NamedRequest } from "./request-record.server";

/** Something that nobody expected, as it is logged. */
export interface Report {
  level: "info" | "error" | "fatal";
  /** With what is behind it; empty where only the text says it. */
  errors: ErrorFacts[];
  /** The other facts of the log's line. */
  facts: AllowedFacts;
  text: string;
  /** Undefined for what belongs to none. */
  request: NamedRequest | undefined;
}

export interface ReporterSettings {
  /** Undefined: errors go to the log alone. */
  dsn: string | undefined;
  release: string | undefined;
  /** The defaults file may give another one at any time. */
  environment: () => string;
  /** Says what keeps reports from being sent; in the log, and not in a report. */
  warn: LogMethod;
}

/** The client that sends, once it is loaded. */
export interface SentryConnection {
  send: (report: Report) => void;
  flush: (mostMs: number) => Promise<void>;
}

/**
 * A client of Sentry's that sends what it is given and watches nothing by itself: neither requests nor the console, nor
 * the variables of a stack. Nothing of it is global.
 *
 * @throws when the DSN is none
 */
export function connect(dsn: string, { release, environment }: ReporterSettings): SentryConnection {
  const client = new NodeClient({
    dsn,
    ...(release !== undefined && { release }),
    stackParser: defaultStackParser,
    integrations: [],
    transport: makeNodeTransport,
    transportOptions: { bufferSize: limits.waiting },
    sendClientReports: false,
    includeServerName: false,
    beforeSend: sentParts,
  });
  if (!client.getDsn()) throw new Error("SENTRY_DSN is not one of Sentry's");
  client.init();

  return {
    send({ request, ...report }) {
      const { correlationId, route, method } = request ?? {};
      const about = { ...report, environment: environment(), correlationId, route, method };
      client.captureEvent(reportedEvent(about));
    },
    async flush(mostMs) {
      await client.flush(mostMs);
    },
  };
}
