import type { ErrorEvent } from "@sentry/remix";
import type { ErrorInfo, StackFrame } from "./error-info";
import type { AllowedFields } from "./log-fields";

/** The content of an error report: enough to find the error, but nothing of a visitor. */
interface ReportedError {
  level: "info" | "error" | "fatal";
  environment: string;
  errors: ErrorInfo[];
  /** The error reference that a visitor may quote. */
  correlationId: string | undefined;
  /** The pattern of the requested URL. */
  route: string | undefined;
  method?: string | undefined;
  /** The text of the log line about the error. */
  text?: string;
  fields?: AllowedFields;
}

/**
 * Returns an event in Sentry's format. The event stays far below Sentry's limit of 524288 bytes
 * (docs/product/pages.md#errors-and-messages).
 */
export function createReportedEvent(reportedError: ReportedError): ErrorEvent {
  const { level, environment, errors, correlationId, route, method, text, fields } = reportedError;
  const [error] = errors;
  return {
    type: undefined,
    level,
    environment,
    ...(!error && text !== undefined && { message: text }),
    // Sentry expects the outermost error last.
    ...(error && {
      exception: {
        values: errors.map((error, index) => createSentryException(error, index === 0, text)).reverse(),
      },
    }),
    ...(fields && { extra: fields }),
    tags: {
      ...(correlationId !== undefined && { correlation_id: correlationId }),
      ...(route !== undefined && { route }),
    },
    ...(route !== undefined && {
      transaction: route,
      request: { url: route, ...(method !== undefined && { method }) },
    }),
  };
}

/** @param text - the text of the log line, which replaces the error's message in the report */
function createSentryException({ type, code, status, frames }: ErrorInfo, isOutermost: boolean, text = "") {
  return {
    type,
    value: [isOutermost ? text : "", code, status].filter(Boolean).join(" "),
    ...(isOutermost && { mechanism: { type: "generic", handled: false } }),
    // Sentry expects the oldest frame first.
    ...(frames.length > 0 && { stacktrace: { frames: frames.map(createSentryFrame).reverse() } }),
  };
}

function createSentryFrame({ function: name, file, line, column }: StackFrame) {
  const isInApp = file.startsWith("app:///") && !file.includes("/node_modules/");
  return {
    ...(name !== undefined && { function: name }),
    filename: file,
    lineno: line,
    colno: column,
    in_app: isInApp,
  };
}

const allowedEventFields = [
  ...(["event_id", "timestamp", "platform", "release", "sdk", "level", "environment", "message"] as const),
  ...(["exception", "extra", "tags", "transaction", "request"] as const),
];

/** Returns the allowed parts of an event, because Sentry's client may add other parts. */
export function pickAllowedEventFields(event: ErrorEvent): ErrorEvent {
  const entries = allowedEventFields.flatMap((name) =>
    event[name] === undefined ? [] : [[name, event[name]] as const],
  );
  return Object.assign({ type: undefined }, Object.fromEntries(entries));
}
