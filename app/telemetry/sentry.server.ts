import { NodeClient, defaultStackParser, makeNodeTransport } from "@sentry/remix";
import type { ErrorFacts } from "./error-facts";
import type { AllowedFields, LogMethod } from "./log-facts";
import { limits } from "./paced";
import { reportedEvent, pickAllowedParts } from "./reported-event";
import type { NamedRequest } from "./request-record.server";

/** An unexpected error, as logged. */
export interface Report {
  level: "info" | "error" | "fatal";
  /** The error and its causes; empty if there is only a text. */
  errors: ErrorFacts[];
  /** The other fields of the log line. */
  fields: AllowedFields;
  text: string;
  /** Undefined for an error without a request. */
  request: NamedRequest | undefined;
}

export interface ReporterSettings {
  /** Undefined: errors are only logged. */
  dsn: string | undefined;
  release: string | undefined;
  /** The defaults file may change it at any time. */
  environment: () => string;
  /** Logs why reports cannot be sent; the line itself is not reported. */
  warn: LogMethod;
}

/** The loaded client. */
export interface SentryConnection {
  send: (report: Report) => void;
  flush: (maxMs: number) => Promise<void>;
}

/**
 * Creates a Sentry client that sends only the given reports: it observes no requests, no console and no variables of a
 * stack, and sets nothing global.
 *
 * @throws an error for an invalid DSN
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
    beforeSend: pickAllowedParts,
  });
  if (!client.getDsn()) throw new Error("SENTRY_DSN is not one of Sentry's");
  client.init();

  return {
    send({ request, ...report }) {
      const { correlationId, route, method } = request ?? {};
      const content = { ...report, environment: environment(), correlationId, route, method };
      client.captureEvent(reportedEvent(content));
    },
    async flush(maxMs) {
      await client.flush(maxMs);
    },
  };
}
