import { NodeClient, defaultStackParser, makeNodeTransport } from "@sentry/remix";
import type { ErrorInfo } from "./error-info";
import type { AllowedFields, LogMethod } from "./log-fields";
import { reportLimits } from "./limit-rate";
import { createReportedEvent, pickAllowedEventFields } from "./reported-event";
import type { RequestLogFields } from "./request-record.server";

/** The content of an error report: a log line about an unexpected error. */
export interface ErrorReport {
  level: "info" | "error" | "fatal";
  /** The error and its causes; empty if no error was logged with the line. */
  errors: ErrorInfo[];
  /** The fields of the log line, except the error. */
  fields: AllowedFields;
  text: string;
  /** The request in which the error occurred; undefined for an error outside a request. */
  request: RequestLogFields | undefined;
}

export interface ReporterSettings {
  /** The DSN of the Sentry project. If it is undefined, errors are only logged. */
  dsn: string | undefined;
  release: string | undefined;
  /** Returns the name of the deployment environment, which the JSON file at DEFAULTS_URL may change at any time. */
  environment: () => string;
  /** Logs why error reports cannot be sent. This log line is not reported to Sentry. */
  warn: LogMethod;
}

/** A Sentry client that is ready to send reports. */
export interface SentryConnection {
  send: (report: ErrorReport) => void;
  flush: (timeoutMs: number) => Promise<void>;
}

/**
 * Creates a Sentry client that sends only the given reports. The client does not observe requests, the console or
 * variables of a stack, and sets nothing global.
 *
 * @throws an error for an invalid DSN
 */
export function createSentryConnection(
  dsn: string,
  { release, environment }: ReporterSettings,
): SentryConnection {
  const client = new NodeClient({
    dsn,
    ...(release !== undefined && { release }),
    stackParser: defaultStackParser,
    integrations: [],
    transport: makeNodeTransport,
    transportOptions: { bufferSize: reportLimits.waiting },
    sendClientReports: false,
    includeServerName: false,
    beforeSend: pickAllowedEventFields,
  });
  if (!client.getDsn()) throw new Error("SENTRY_DSN is not a valid Sentry DSN");
  client.init();

  return {
    send({ request, ...report }) {
      const { correlationId, route, method } = request ?? {};
      const reportContent = { ...report, environment: environment(), correlationId, route, method };
      client.captureEvent(createReportedEvent(reportContent));
    },
    async flush(timeoutMs) {
      await client.flush(timeoutMs);
    },
  };
}
