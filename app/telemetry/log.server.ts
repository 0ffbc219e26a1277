import pino from "pino";
import { createLogDestination } from "./destination.server";
import { readErrorInfo, type ErrorInfo } from "./error-info";
import { pickAllowedFields, type LogFields, type LogMethod } from "./log-fields";
import type { ErrorReport } from "./sentry.server";
import type { RequestLogFields } from "./request-record.server";

export type Log = Record<"debug" | "info" | "warn" | "error" | "fatal", LogMethod>;

export interface ProcessLog extends Log {
  /** Returns a log that adds the request's id, route and method to its lines and reports. */
  createRequestLog(request: RequestLogFields): Log;
}

interface LogOptions {
  level: string;
  /** Called for each log line of level error or fatal. */
  report: (report: ErrorReport) => void;
  /**
   * If true, the log also contains an error's original message and stack. Only for development, since both may contain
   * a visitor's input.
   */
  showsErrorMessages: boolean;
}

/**
 * Creates the log: one JSON object per line on standard output, formatted on a terminal (docs/decisions/telemetry.md).
 * Lines contain only allowed fields. Errors are also reported. Never throws.
 */
export function createLog({ level, report, showsErrorMessages }: LogOptions): ProcessLog {
  const pinoLog = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    createLogDestination(),
  );

  function writeLogLine(
    methodName: keyof Log,
    request: RequestLogFields | undefined,
    input: LogFields,
    text: string,
  ): void {
    const isErrorLevel = methodName === "error" || methodName === "fatal";
    if (!isErrorLevel && !pinoLog.isLevelEnabled(methodName)) return;
    try {
      const acqCallFields =
        input.correlationId === undefined ? undefined : { requestId: request?.correlationId };
      const fields = pickAllowedFields({ ...request, ...acqCallFields, ...input });
      const errors = input.err === undefined ? [] : readErrorInfo(input.err);
      const err =
        errors[0] && (showsErrorMessages ? formatErrorWithMessage(input.err) : formatErrors(errors));
      pinoLog[methodName]({ ...fields, ...(err && { err }) }, text);
      if (isErrorLevel) report({ level: methodName, errors, fields, text, request });
    } catch {
      // Logs the text of the line without its fields, since reading the fields failed.
      pinoLog[methodName]({}, text);
    }
  }

  function createRequestLog(request: RequestLogFields | undefined): Log {
    const createLogMethod =
      (methodName: keyof Log): LogMethod =>
      (fields, text) => {
        writeLogLine(methodName, request, fields, text);
      };
    return {
      debug: createLogMethod("debug"),
      info: createLogMethod("info"),
      warn: createLogMethod("warn"),
      error: createLogMethod("error"),
      fatal: createLogMethod("fatal"),
    };
  }

  return { ...createRequestLog(undefined), createRequestLog };
}

/** Returns an error with its original message and stack, and with its causes. For developers only. */
function formatErrorWithMessage(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name: type, message, stack, cause } = error;
  return { type, message, stack, ...(cause !== undefined && { cause: formatErrorWithMessage(cause) }) };
}

/**
 * Returns an error and its causes as one object with the field names that log tools expect. The error itself comes
 * first, then its causes.
 */
function formatErrors([error, ...causes]: ErrorInfo[]): object {
  if (!error) return {};
  return { ...formatError(error), ...(causes.length > 0 && { causes: causes.map(formatError) }) };
}

function formatError({ frames, ...otherFields }: ErrorInfo): object {
  const lines = frames.map(({ function: name = "", file, line, column }) => {
    return `at ${name} (${file}:${line.toString()}:${column.toString()})`;
  });
  return { ...otherFields, ...(lines.length > 0 && { stack: lines.join("\n") }) };
}

/** Makes console calls of packages write a log line. The line omits the text, which may contain a visitor's input. */
export function redirectConsole(log: Pick<Log, "warn">): void {
  for (const name of ["debug", "error", "info", "log", "trace", "warn"] as const)
    console[name] = (...args: unknown[]) => {
      // If no argument of the console call is an error, the stack of this call names the package.
      const err = args.find((argument) => argument instanceof Error) ?? new Error();
      log.warn({ err }, "a package wrote to the console: err.stack names it; please tell the developers");
    };
}
